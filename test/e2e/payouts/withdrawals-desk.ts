import { minorToText } from '@app/kernel';
import { WorkQueue } from '@app/queue';
import { AlertOfLatePayouts, CompareFloats, SendPayouts } from '@app/payouts';
import type { CallOptions, HttpAnswer } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { TestPayoutProvider } from '../../support/payout-provider';

export interface WithdrawalRow {
  status: string;
  stage: string;
  sendings: number;
  reason: string | null;
}

/** People who withdraw, the scheduler that sends, and finance, over HTTP. */
export class WithdrawalsDesk {
  readonly provider = new TestPayoutProvider();

  private constructor(readonly platform: Platform) {}

  static async open(options: { secondBusiness?: boolean; env?: Record<string, string> } = {}) {
    const platform = await startPlatform({ apps: ['business', 'app', 'scheduler'], ...options });
    const desk = new WithdrawalsDesk(platform);
    desk.provider.serve(platform, ['business', 'app', 'scheduler']);
    await platform.holdJobs();
    desk.holdWakeUps();
    return desk;
  }

  /** Drops the wake-ups of new withdrawals while `isHeld`, so that only the test sends them. */
  isHeld = true;

  private holdWakeUps(): void {
    for (const app of ['business', 'app'] as const) {
      const queue = this.platform.inside(app, WorkQueue as unknown as new () => WorkQueue);
      const add = queue.add.bind(queue);
      queue.add = (name, id) => (this.isHeld && name === 'payout-dispatch' ? undefined : add(name, id));
    }
  }

  /** What can be spent in the primary wallet, whether or not the session has expired. */
  async balanceOf(user: TestUser): Promise<string> {
    const [row] = await this.platform.sql<{ minor: string }>(
      `SELECT b.balance_minor AS minor FROM wallets w JOIN ledger.balances b ON b.account_id = w.id
        WHERE w.owner_id = $1 AND w.is_primary`,
      [user.id],
    );
    return minorToText(BigInt(row!.minor));
  }

  /** A verified person with money in the primary wallet. */
  async person(amount = '1000.00', currency: 'NGN' | 'USD' = 'USD', level = 1): Promise<TestUser> {
    const user = await this.platform.signUp({ currency });
    await this.platform.sql('UPDATE users SET kyc_level = $2 WHERE id = $1', [user.id, level]);
    await this.platform.fund(user, currency, amount);
    return user;
  }

  initiate(user: TestUser, fields: object = {}, options: CallOptions = {}): Promise<HttpAnswer> {
    const body = {
      method: 'extwallet',
      amount: 100,
      details: { extwallet_email: 'ada@example.com' },
      pin: user.pin,
      ...fields,
    };
    const token = options.key ? undefined : user.token;
    return this.platform.post('business', 'payout.php?action=initiate', body, { token, ...options });
  }

  /** Initiates a withdrawal, which is sent by the next `send`. Returns its uuid. */
  async initiated(user: TestUser, fields: object = {}): Promise<string> {
    const { status, body, text } = await this.initiate(user, fields);
    if (status !== 200) throw new Error(`initiate: ${status} ${text}`);
    return body.transaction_id as string;
  }

  /** Sends and asks about what is due, until no process is at it. */
  async send(): Promise<void> {
    const job = this.platform.inside('scheduler', SendPayouts);
    while ((await job.run()) > 0);
  }

  /** Moves the clock forward and does what is due then. */
  async pass(duration: Parameters<Platform['clock']['advance']>[0]): Promise<void> {
    this.platform.clock.advance(duration);
    await this.send();
  }

  async alertOfLate(): Promise<number> {
    return this.platform.inside('scheduler', AlertOfLatePayouts).run();
  }

  async compareFloats(): Promise<number> {
    return this.platform.inside('scheduler', CompareFloats).run();
  }

  async row(uuid: string): Promise<WithdrawalRow> {
    const [row] = await this.platform.sql<WithdrawalRow>(
      'SELECT status, stage, sendings, reason FROM withdrawals WHERE id = $1',
      [uuid],
    );
    return row!;
  }

  /** Status and stage, e.g. `processing/sent`. */
  async standing(uuid: string): Promise<string> {
    const { status, stage } = await this.row(uuid);
    return `${status}/${stage}`;
  }

  async history(user: TestUser) {
    const { body } = await this.platform.get('business', 'payout.php?action=history', { token: user.token });
    return body.data as Record<string, unknown>[];
  }

  async usedTodayUsd(user: TestUser): Promise<number> {
    const { body } = await this.platform.get('business', 'kyc.php?action=status', { token: user.token });
    return body.used_today_usd as number;
  }

  decide(
    { token }: Pick<TestStaff, 'token'>,
    action: 'complete' | 'fail' | 'fund-float' | 'recheck' | 'reveal',
    fields: object,
    options: CallOptions = {},
  ): Promise<HttpAnswer> {
    const path = `admin.php?section=payouts&action=${action}`;
    return this.platform.post('business', path, fields, { token, ...options });
  }

  /** Balances of the service's accounts that withdrawals are booked on, without those of zero. */
  async books(): Promise<Record<string, string>> {
    const rows = await this.platform.sql<{ name: string; balance: string }>(
      `SELECT a.code || ' ' || a.currency AS name, sum(l.amount) AS balance
         FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS l(account_id, amount)
         JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_id IS NULL
        WHERE a.code LIKE '%payout%' OR a.code IN ('mobile-money-float', 'treasury')
        GROUP BY 1 HAVING sum(l.amount) <> 0 ORDER BY 1`,
    );
    return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
  }
}
