import { setTimeout as pause } from 'node:timers/promises';
import { SendRefunds } from '@app/checkout';
import { Shop } from '../../e2e/checkout-api/cards';
import { Escrows } from '../../e2e/escrow/escrows';
import { PayersBank, transactionOf } from '../../support/chargebacks';
import { type HttpAnswer, httpClient, outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import { paidSession } from '../../support/refunds';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { TwoProcesses } from './two-processes';

const ROUNDS = amountOf('REFUND_RACES', { short: 12, long: 1000, least: 6 });
/** Contenders of a round begin within so many milliseconds. */
const SPREAD_MS = 150;
const PRICE = 25;

jest.setTimeout(isLong ? 4 * 3_600_000 : SHORT_LIMIT_MS);

describe(`Payments that are refunded, taken back, closed and frozen at once, over two processes (SEED=${seed})`, () => {
  const random = new Random(seed);
  const counts = new Map<string, number>();
  let processes: TwoProcesses;
  let platform: Platform;
  let bank: PayersBank;
  let friend: TestUser;

  beforeAll(async () => {
    processes = await TwoProcesses.start();
    ({ platform } = processes);
    await platform.holdJobs();
    bank = new PayersBank(platform);
    friend = await platform.signUp();
  });
  afterAll(() => processes?.stop());

  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  /** Sends a request of the person at one of the processes. */
  const asked = ({ token }: TestMerchant, path: string, body: object): Promise<HttpAnswer> =>
    httpClient('POST', `${random.of(processes.urls)}/api/${path}`, body, { token });

  /** What happens to the payments of a merchant: two by card, and one by card into escrow. */
  async function contenders(merchant: TestMerchant) {
    const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
    const sessions = [await paidSession(platform, merchant), await paidSession(platform, merchant)] as const;
    const escrow = await new Escrows(platform).paidByCard(shop, { amount: PRICE });
    const transactions = await Promise.all(
      [sessions[0], escrow.session.session_id].map((session) => transactionOf(platform, session)),
    );
    const { pin, password } = merchant;
    const refund = (session_id: string, amount?: number) =>
      asked(merchant, 'business.php?section=payments&action=refund', { session_id, amount, pin });
    const takeBack = async (transaction: string) => {
      await bank.raise(transaction, { amount: random.of(['25.00', '12.34', '40.00']) });
      await bank.read();
    };
    const parts = Array.from({ length: 4 }, () => random.of([undefined, 5, 12.5, 20]));
    const key = { key: merchant.live.secret_key };
    const byKey = { session_id: sessions[1] };
    const all: (() => Promise<HttpAnswer | void>)[] = [
      ...parts.map((amount) => () => refund(sessions[0], amount)),
      () => platform.post('checkout', 'sessions.php?action=refund', byKey, key),
      () => refund(escrow.session.session_id),
      () => takeBack(transactions[0]!),
      () => takeBack(transactions[1]!),
      () => platform.post('business', 'escrow.php?action=cancel', { uuid: escrow.uuid }, key),
      () => asked(merchant, 'wallet.php?action=transfer', { recipient: friend.usertag, amount: 30, pin }),
      () => asked(merchant, 'settings.php?action=close-account', { password, give_up_rest: true }),
      () => freeze(merchant),
    ];
    // Each round leaves some out, so that none always wins. Afterwards what is left is refunded.
    const atOnce = random.shuffled(all).slice(0, random.between(4, all.length));
    return { atOnce, afterwards: [...sessions, escrow.session.session_id].map((id) => () => refund(id)) };
  }

  async function freeze({ id }: TestMerchant): Promise<HttpAnswer> {
    const { token } = await platform.staff('compliance');
    const body = { user_id: id, reason: 'A complaint' };
    return platform.post('business', 'admin.php?section=users&action=freeze', body, { token });
  }

  /** What has gone back of a payment, or is on its way, beyond what was paid; and what the company sent beyond its charge. */
  const beyond = (ownerId: string) =>
    platform.sql(
      `SELECT a.id, a.received_minor, r.refunded, c.taken, s.sent
         FROM checkout_attempts a
        CROSS JOIN LATERAL (SELECT coalesce(sum(charge_minor), 0) AS refunded FROM refunds
                             WHERE payment_id = a.id AND status <> 'failed' AND returned_at IS NULL) r
        CROSS JOIN LATERAL (SELECT coalesce(sum(charge_minor), 0) AS taken FROM chargebacks
                             WHERE payment_id = a.id AND status <> 'won') c
        CROSS JOIN LATERAL (SELECT coalesce(sum(f.amount_minor), 0) AS sent FROM simulator.refunds f
                              JOIN simulator.charges g ON g.id = f.charge_id WHERE g.tx_ref = a.reference) s
        WHERE a.owner_id = $1 AND (r.refunded + c.taken > a.received_minor OR s.sent <> r.refunded)`,
      [ownerId],
    );

  it('give back each payment once at most, and leave the books without a fault', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const merchant = await platform.merchant();
      const { atOnce, afterwards } = await contenders(merchant);
      const begun = atOnce.map(async (contend) => {
        await pause(random.below(SPREAD_MS));
        return contend();
      });
      const answers = await Promise.all(begun);
      for (const refund of afterwards) answers.push(await refund());
      for (const answer of answers) {
        if (!answer) continue;
        expect(answer.status).toBeLessThan(500);
        count(outcomeOf(answer));
      }
      await platform.inside('scheduler', SendRefunds).run();
      expect([round, await beyond(merchant.id)]).toEqual([round, []]);
    }
    await decideAll();
    await platform.runJobs();
    await platform.verifyBooks();
    const outcomes = [...counts].map(([outcome, times]) => `${times} ${outcome}`).sort();
    report(`races: SEED=${seed}, ${ROUNDS} rounds of refunds and chargebacks: ${outcomes.join(', ')}`);
  });

  /** The banks decide about everything that is open. */
  async function decideAll(): Promise<void> {
    const open = await platform.sql<{ provider_id: string }>(
      `SELECT provider_id FROM chargebacks WHERE status IN ('opened', 'contested')`,
    );
    for (const { provider_id } of open) await bank.decide(provider_id, random.of(['won', 'lost']));
    platform.clock.advance({ minutes: 16 });
    await bank.read();
  }
});
