import { setTimeout as pause } from 'node:timers/promises';
import { httpClient } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { BY_HAND } from '../../support/withdrawals';
import { amountOf, isLong, report, seed } from '../support/proof';
import { Random } from '../support/random';
import { openShop, type Shop } from '../support/shop';
import { TwoProcesses } from './two-processes';

const ROUNDS = amountOf('ROUNDS', { short: 6, long: 60, least: 3 });
const CLIENTS = 8;
/** Requests that each client sends while the account is frozen. */
const EACH = 3;
const FUNDS = '1000000.00';

jest.setTimeout(isLong ? 3_600_000 : 180_000);

/** What a client saw of one request of the account. */
interface Sent {
  began: number;
  status: number;
  code: string | null;
}

describe(`An account that is frozen while money moves over two processes (SEED=${seed})`, () => {
  const random = new Random(seed);
  let processes: TwoProcesses;
  let compliance: TestStaff;
  let shop: Shop;
  let friend: Shop;

  beforeAll(async () => {
    processes = await TwoProcesses.start();
    const { platform } = processes;
    compliance = await platform.staff('compliance');
    shop = await openShop(platform, 'USD');
    friend = await openShop(platform, 'USD');
    await platform.sql('UPDATE users SET kyc_level = 2 WHERE id = $1', [shop.id]);
    for (const { id } of [shop, friend]) await platform.fund({ id }, 'USD', FUNDS);
  });
  afterAll(() => processes?.stop());

  const ask = async (path: string, body: object, credential: { key?: string; token?: string }) => {
    const url = random.of(processes.urls);
    return httpClient('POST', `${url}/api/${path}`, body, credential);
  };

  /** Every way by which the key of the account sends money. */
  const ways: readonly (() => [path: string, body: object])[] = [
    () => ['wallet.php?action=transfer', { recipient: friend.usertag, amount: 2 }],
    () => ['escrow.php?action=create', { beneficiary: friend.usertag, amount: 5, description: 'A bicycle' }],
    () => ['payout.php?action=initiate', BY_HAND],
  ];

  async function sent(): Promise<Sent> {
    const [path, body] = random.of(ways)();
    const began = performance.now();
    const answer = await ask(path, body, { key: shop.key });
    return { began, status: answer.status, code: (answer.body.error_code as string | undefined) ?? null };
  }

  const received = () =>
    ask('wallet.php?action=transfer', { recipient: shop.usertag, amount: 1 }, { key: friend.key });

  const decide = (action: 'freeze' | 'unfreeze') =>
    ask(
      `admin.php?section=users&action=${action}`,
      { user_id: shop.id, reason: 'Reported by a customer' },
      { token: compliance.token },
    );

  /** Number of debits of what the account can spend. */
  async function payments(): Promise<number> {
    const [row] = await processes.platform.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ledger.legs l JOIN wallets w ON w.id = l.account_id
        WHERE w.owner_id = $1 AND l.amount_minor < 0`,
      [shop.id],
    );
    return row!.count;
  }

  it('sends nothing once the freeze is answered, and sends again after the unfreeze', async () => {
    let made = 0;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const all: Sent[] = [];
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!isOver) all.push(await sent());
      });

      await eachHas(all, (sends) => sends.some(({ status }) => status === 200));
      const frozen = await decide('freeze');
      const answered = performance.now();
      expect([frozen.status, frozen.body.frozen]).toEqual([200, true]);
      const atFreeze = await payments();
      const since = () => all.filter(({ began }) => began > answered);
      await eachHas(all, () => since().length >= CLIENTS * EACH);
      isOver = true;
      await Promise.all(clients);

      expect(since().filter(({ status }) => status === 200)).toEqual([]);
      expect(await payments()).toBe(atFreeze);
      expect((await received()).status).toBe(404);
      made += all.filter(({ status }) => status === 200).length;
      refused += since().length;

      expect((await decide('unfreeze')).status).toBe(200);
      await eachHas(all, async () => (await sent()).status === 200);
      made += 1;
    }
    // Each payment that was answered was booked, and no other.
    expect(await payments()).toBe(made);
    await processes.platform.verifyBooks();
    report(
      `races: SEED=${seed}, ${ROUNDS} freezes, ${made} payments made before them, ${refused} refused after them`,
    );
  });
});

/** Until the condition holds for what was sent so far. */
async function eachHas(all: readonly Sent[], holds: (all: readonly Sent[]) => boolean | Promise<boolean>) {
  while (!(await holds(all))) await pause(10);
}
