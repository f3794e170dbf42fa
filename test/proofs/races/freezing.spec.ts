import { setTimeout as pause } from 'node:timers/promises';
import { BillSubscriptions } from '@app/subscriptions';
import { httpClient } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { BY_HAND } from '../../support/withdrawals';
import type { Side } from '../../support/severing-proxy';
import { type Autopaid, AutopayDesk } from '../../e2e/subscriptions/autopay-desk';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import type { Standing } from '../support/account-standing';
import { Random } from '../support/random';
import { openShop, type Shop } from '../support/shop';
import { type Decision, DECISIONS, FreezeKills } from './freeze-kills';
import { TwoProcesses } from './two-processes';

const ROUNDS = amountOf('ROUNDS', { short: 6, long: 60, least: 3 });
const CLIENTS = 8;
/** Requests that each client sends while the account is frozen. */
const EACH = 3;
const FUNDS = '1000000.00';
const SIDES: readonly Side[] = ['before', 'after'];

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

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
  let decisions: FreezeKills;
  let shop: Shop;
  let friend: Shop;

  beforeAll(async () => {
    processes = await TwoProcesses.start();
    const { platform } = processes;
    await platform.holdJobs();
    compliance = await platform.staff('compliance');
    shop = await openShop(platform, 'USD');
    friend = await openShop(platform, 'USD');
    await platform.sql('UPDATE users SET kyc_level = 2 WHERE id = $1', [shop.id]);
    for (const { id } of [shop, friend]) await platform.fund({ id }, 'USD', FUNDS);
    decisions = await FreezeKills.open(platform, processes.urls[0]!, shop.id);
  });
  afterAll(async () => {
    await decisions?.close();
    await processes?.stop();
  });

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

  /** The state of an account after each decision, where it had `before`. */
  const complete: Record<Decision, (before: Standing) => Partial<Standing>> = {
    freeze: ({ wallets, freezes }) => ({
      frozen: true,
      stopped: wallets,
      sessions: 0,
      freezes: freezes + 1,
      awaiting: 0,
    }),
    unfreeze: ({ unfreezes }) => ({ frozen: false, stopped: 0, unfreezes: unfreezes + 1, awaiting: 0 }),
    hold: ({ wallets, unfreezes }) => ({ frozen: true, stopped: wallets, unfreezes, awaiting: 1 }),
    approve: ({ unfreezes }) => ({ frozen: false, stopped: 0, unfreezes: unfreezes + 1, awaiting: 0 }),
  };

  /** A subscription that is due, and that the account has agreed to pay from its wallet. */
  async function autopaid(): Promise<{ desk: AutopayDesk; subscription: Autopaid }> {
    const { platform } = processes;
    const desk = new AutopayDesk(platform, await platform.merchant({ currency: 'USD' }));
    const plan = await desk.plan({ amount: 5, currency: 'USD' });
    platform.clock.advance({ days: -31 });
    const payer = { ...shop, token: '', refreshToken: '' };
    const subscription = await desk.authorized(payer, plan);
    platform.clock.advance({ days: 31 });
    return { desk, subscription };
  }

  async function signIn(): Promise<string> {
    const { email, password } = shop;
    const { body } = await ask('auth.php?action=login', { email, password }, {});
    return body.access_token as string;
  }

  /** Neither by key nor by session, on any process, nor by a job. */
  async function movesNothing(token: string): Promise<void> {
    const { debits } = await decisions.standing();
    const transfer = { recipient: friend.usertag, amount: 2, pin: shop.pin };
    for (const credential of [{ key: shop.key }, { token }]) {
      const { status } = await ask('wallet.php?action=transfer', transfer, credential);
      expect([401, 403]).toContain(status);
    }
    await processes.platform.inside('checkout', BillSubscriptions).run();
    expect((await decisions.standing()).debits).toBe(debits);
  }

  /** Of the short form: the commit of a freeze, and one round trip that the seed chooses. */
  function breaksOf(decision: Decision, turns: number): [turn: number, side: Side][] {
    const all = Array.from({ length: turns }, (_, i) => SIDES.map((side): [number, Side] => [i + 1, side]));
    if (isLong) return all.flat();
    return [decision === 'freeze' ? [turns, 'after'] : random.of(all.flat())];
  }

  it.each(isLong ? DECISIONS : (['freeze', random.of(DECISIONS.slice(1))] as const))(
    'is decided about completely or not at all by a process that is killed: %s',
    async (decision) => {
      const isFrozen = decision === 'freeze' || decision === 'hold';
      const due = isFrozen ? await autopaid() : null;
      const turns = await decisions.turnsOf(decision);
      const breaks = breaksOf(decision, turns);
      let kills = 0;
      for (const [turn, side] of breaks) {
        const at = `${side} round trip ${turn}`;
        const token = await signIn();
        const { isKilled, before, left, answer, after } = await decisions.killedAt(decision, turn, side);
        const expected = { ...before, ...complete[decision](before) };
        const isDone = left.frozen !== before.frozen || left.awaiting !== before.awaiting;
        expect([at, left]).toEqual([at, isDone ? expected : before]);
        expect([at, answer.status, after]).toEqual([at, decision === 'hold' ? 202 : 200, expected]);
        kills += Number(isKilled);
        if (after.frozen) await movesNothing(token);
        await decisions.undone();
      }
      if (due) {
        const [last] = await due.desk.invoices(due.subscription);
        expect(last!.last_error).toBe('wallet_unavailable');
      }
      expect(kills).toBeGreaterThan(0);
      report(`races: SEED=${seed}, ${decision} killed ${kills} times, at ${turns} round trips`);
    },
  );
});

/** Until the condition holds for what was sent so far. */
async function eachHas(all: readonly Sent[], holds: (all: readonly Sent[]) => boolean | Promise<boolean>) {
  while (!(await holds(all))) await pause(10);
}
