import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Config } from '@app/config';
import { CURRENCIES, ManualClock } from '@app/kernel';
import { FileRates } from './file-rates.service';

describe('rates from a file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rates-'));
  const file = path.join(folder, 'rates.json');
  const clock = new ManualClock();
  clock.freeze();
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content?: unknown) => {
    if (content !== undefined) writeFileSync(file, JSON.stringify(content));
    const env = { FX_RATES_FILE: content === undefined ? '' : file };
    return new FileRates(Config.from(env), clock).latest();
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
});
