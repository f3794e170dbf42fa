import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Config, type Environment } from '@app/config';
import { CURRENCIES, ManualClock } from '@app/kernel';
import { FileRatesService } from './file-rates.service';

describe('rates from a file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rates-'));
  const file = path.join(folder, 'rates.json');
  const clock = new ManualClock();
  clock.freeze();
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = async (content?: unknown, NODE_ENV = 'test') => {
    if (content !== undefined) writeFileSync(file, JSON.stringify(content));
    const config = Config.from({ FX_RATES_FILE: content === undefined ? '' : file });
    const [quote] = await new FileRatesService(
      new Config({ ...config.env, NODE_ENV } as Environment),
      clock,
    ).latest();
    return quote!;
  };

  it('ship with the product: one for every currency, current whenever they are read', async () => {
    const { base, source, asOf, rates } = await read();
    expect({ base, source, asOf }).toEqual({ base: 'USD', source: 'embedded', asOf: clock.now() });
    expect([...rates.keys()]).toEqual([...CURRENCIES]);
    expect(rates.get('USD')).toBe('1');
  });

  it('are those of FX_RATES_FILE where it names one', async () => {
    const asOf = '2026-11-20T08:00:00+01:00';
    const quote = await read({ base: 'USD', as_of: asOf, rates: { USD: '2', NGN: '1500.123456789' } });
    expect(quote).toMatchObject({ source: 'file', asOf: new Date(asOf) });
    expect([...quote.rates]).toEqual([
      ['NGN', '1500.123456789'],
      ['USD', '1'],
    ]);
  });

  it.each([
    ['a number, which may have lost digits', { base: 'USD', rates: { NGN: 1500.1 } }],
    ['zero', { base: 'USD', rates: { NGN: '0' } }],
    ['a negative rate', { base: 'USD', rates: { NGN: '-1' } }],
    ['an exponent', { base: 'USD', rates: { NGN: '1e3' } }],
    ['another base', { base: 'EUR', rates: { NGN: '1' } }],
    ['an unknown currency', { base: 'USD', rates: { XAU: '1' } }],
    ['no rates', { base: 'USD' }],
    ['a time that is none', { base: 'USD', as_of: 'yesterday', rates: { NGN: '1' } }],
  ])('are refused as a whole for %s', async (_what, content) => {
    await expect(read(content)).rejects.toThrow(file);
  });

  it('have a time in production, so that forgotten ones become stale', async () => {
    const rates = { NGN: '1500' };
    await expect(read({ base: 'USD', rates }, 'production')).rejects.toThrow('requires as_of');
    await expect(read(undefined, 'production')).rejects.toThrow('requires as_of');
    const as_of = '2026-11-20T08:00:00Z';
    expect((await read({ base: 'USD', as_of, rates }, 'production')).asOf).toEqual(new Date(as_of));
  });
});
