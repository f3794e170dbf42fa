import { setTimeout as pause } from 'node:timers/promises';
import { httpClient } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import type { Platform } from '../../support/platform';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { ClosingWays } from './closing-ways';
import { TwoProcesses } from './two-processes';

const ROUNDS = amountOf('CLOSINGS', { short: 2, long: 30 });
/** A closing takes about so long, so that payments which begin within it commit before and after. */
const SPREAD_MS = 250;
/** Owed to the owner after the closing, or sent back; anything else would be lost. */
const RETURNED = ['refunded', 'unapplied'];

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

describe(`Accounts that are closed while they are paid, over two processes (SEED=${seed})`, () => {
  const random = new Random(seed);
  let processes: TwoProcesses;
  let platform: Platform;
  let ways: ClosingWays;

  beforeAll(async () => {
    processes = await TwoProcesses.start();
    ({ platform } = processes);
    const payer = await platform.merchant();
    await platform.fund(payer, 'NGN', '10000000');
    ways = new ClosingWays(platform, payer, await platform.staff('finance'));
  });
  afterAll(() => processes?.stop());

  const close = async ({ password, token }: TestMerchant) => {
    const url = `${random.of(processes.urls)}/api/settings.php?action=close-account`;
    return (await httpClient('POST', url, { password }, { token })).status;
  };

  /** Closes the account while it is paid; whether it was closed. */
  async function closedWhilePaid(payee: TestMerchant, pay: () => Promise<unknown>): Promise<boolean> {
    const delays = [random.below(SPREAD_MS), random.below(SPREAD_MS)] as const;
    // A payment of an account that is closed may be refused in any way but by a credit.
    const paying = pause(delays[0])
      .then(pay)
      .catch(() => undefined);
    const closing = pause(delays[1]).then(() => close(payee));
    const [status] = await Promise.all([closing, paying]);
    expect([200, 409]).toContain(status);
    return status === 200;
  }

  /** What closed accounts hold, and what arrived for them and is neither sent back nor set aside. */
  const lost = (ids: readonly string[]) =>
    platform.sql(
      `SELECT a.owner_id, 'balance ' || b.balance_minor AS what
         FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
        WHERE a.owner_id = ANY ($1) AND b.balance_minor <> 0
        UNION ALL
       SELECT owner_id, 'payment ' || status FROM checkout_attempts
        WHERE owner_id = ANY ($1) AND received_minor IS NOT NULL AND status <> ALL ($2)
        UNION ALL
       SELECT owner_id, 'return' FROM withdrawals WHERE owner_id = ANY ($1) AND return_credited_at IS NOT NULL`,
      [ids, RETURNED],
    );

  it('hold nothing, by whatever path they are paid, and all that was taken for them is accounted for', async () => {
    const closed: string[] = [];
    let open = 0;
    for (const [name, prepare] of Object.entries(ways.all)) {
      for (let round = 0; round < ROUNDS; round++) {
        const payee = await platform.merchant();
        const pay = await prepare(payee);
        if (await closedWhilePaid(payee, pay)) closed.push(payee.id);
        else open += 1;
        // Paid again after the closing: the path finds it closed.
        await pay().catch(() => undefined);
        expect([name, await lost(closed.slice(-1))]).toEqual([name, []]);
      }
    }
    await platform.runJobs();
    expect(await lost(closed)).toEqual([]);
    expect(closed.length).toBeGreaterThan(0);
    await platform.verifyBooks();
    report(
      `races: SEED=${seed}, ${closed.length} accounts closed while they were paid, ${open} kept open by it`,
    );
  });
});
