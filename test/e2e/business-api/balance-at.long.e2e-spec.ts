import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

describe('wallet.php?action=balance&at=', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform();
    merchant = await platform.merchant();
  });
  afterAll(async () => {
    await platform.verifyBooks();
    await platform.stop();
  });

  const ask = (query: string) =>
    platform.get('business', `wallet.php?action=balance&${query}`, { key: merchant.live.secret_key });
  const balanceAt = async (at: Date) => (await ask(`at=${at.toISOString()}`)).body.balance as string;

  it('returns the balance of the wallet at that time', async () => {
    const times: Date[] = [];
    for (const amount of ['10.00', '5.50', '0.25']) {
      platform.clock.advance({ hours: 1 });
      await platform.fund(merchant, 'NGN', amount);
      times.push(await newest(platform));
    }
    platform.clock.advance({ hours: 1 });
    const [first, second, third] = times as [Date, Date, Date];
    const justBefore = (time: Date) => new Date(time.getTime() - 1);
    const answer = await ask(`at=${first.toISOString()}`);
    expect(answer.body).toEqual({
      success: true,
      balance: '10.00',
      currency: 'NGN',
      at: first.toISOString(),
    });
    expect(await balanceAt(justBefore(first))).toBe('0.00');
    expect(await balanceAt(new Date('2020-01-01T00:00:00Z'))).toBe('0.00');
    expect([await balanceAt(justBefore(second)), await balanceAt(second)]).toEqual(['10.00', '15.50']);
    expect([await balanceAt(justBefore(third)), await balanceAt(platform.clock.now())]).toEqual([
      '15.50',
      '15.75',
    ]);
    const elsewhere = second.toISOString().replace('Z', '+00:00');
    expect((await ask(`at=${encodeURIComponent(elsewhere)}`)).body.balance).toBe('15.50');
  });

  it('returns the balance of the wallet in the currency named', async () => {
    await platform.fund(merchant, 'USD', '3.00');
    const now = platform.clock.now().toISOString();
    expect((await ask(`currency=USD&at=${now}`)).body).toMatchObject({ balance: '3.00', currency: 'USD' });
    expect((await ask(`currency=ZAR&at=${now}`)).status).toBe(404);
  });

  it('refuses a time in the future', async () => {
    const soon = new Date(platform.clock.now().getTime() + 60_000).toISOString();
    expect(await ask(`at=${soon}`)).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR', errors: [{ field: 'at' }] },
    });
  });

  it.each(['2026-01-01', 'yesterday', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00', '1767225600', '%00'])(
    'refuses %p',
    async (at) => expect((await ask(`at=${at}`)).status).toBe(400),
  );

  it('is refused to strangers', async () => {
    expect((await platform.get('business', 'wallet.php?action=balance&at=2026-01-01T00:00:00Z')).status).toBe(
      401,
    );
  });
});

async function newest(platform: Platform): Promise<Date> {
  const [row] = await platform.sql<{ at: Date }>('SELECT max(created_at) AS at FROM ledger.journals');
  return row!.at;
}
