import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PEOPLE, userIdSql, walletIdSql } from './people';
import type { Server } from './server';

/** Which wallets are charged for a batch of subscriptions, and for whom. */
export interface Batch {
  count: number;
  /** Merchants in turn; one by default. */
  merchants?: number;
  /** Of 100, so many cost more than their wallet holds. */
  declined?: number;
}

/** Merchants come first, the others pay. */
const MERCHANTS = 100;
const PRICE = 1234;
const TOO_DEAR = 1_000_000_000_000;

/**
 * Inserts plans, and live subscriptions with a mandate, a paid first cycle and a second one that is due, with the rows
 * that their use cases would write.
 */
export class Renewals {
  private next = 0;

  constructor(
    private readonly server: Server,
    private readonly database: string,
  ) {}

  /** Merchants without a live app are not charged for. */
  async openPlans(): Promise<void> {
    await this.server.run(
      `WITH apps AS (
         INSERT INTO merchant_apps (id, version, owner_id, mode, name, allowed_ips, allowed_origins, created_at)
         SELECT uuidv7(), 1, ${userIdSql('n')}, 'live', 'Shop', '{}', '{}', now()
           FROM generate_series(0, ${MERCHANTS - 1}) AS n RETURNING id, owner_id)
       INSERT INTO subscription_plans (id, plan_id, owner_id, app_id, mode, name, amount_minor, currency, interval, interval_count,
                                       trial_days, metadata, active, created_at, version)
       SELECT uuidv7(), 'plan ' || n || dear, a.owner_id, a.id, 'live', 'Gold',
              CASE WHEN dear THEN ${TOO_DEAR} ELSE ${PRICE} END, 'NGN', 'monthly', 1, 0, '{}', true, now(), 1
         FROM generate_series(0, ${MERCHANTS - 1}) AS n JOIN apps a ON a.owner_id = ${userIdSql('n')}
        CROSS JOIN (VALUES (true), (false)) AS v(dear)`,
      this.database,
    );
  }

  async make({ count, merchants = 1, declined = 0 }: Batch): Promise<void> {
    const first = this.next;
    this.next += count;
    const payers = PEOPLE - MERCHANTS;
    await this.server.run(
      `CREATE TEMP TABLE made AS
       SELECT n, uuidv7() AS id, uuidv7() AS mandate, n % ${merchants} AS merchant, ${MERCHANTS} + (n::bigint * 7919) % ${payers} AS payer,
              n % 100 < ${declined} AS dear, now() - interval '32 days' AS began
         FROM generate_series(${first}, ${first + count - 1}) AS n;
       INSERT INTO subscriptions (id, subscription_id, plan_id, owner_id, app_id, mode, plan_name, amount_minor, currency, interval,
                                  interval_count, billing_mode, customer_email, status, anchor_at, cycle, period_start, period_end,
                                  unpaid_in_row, cancel_at_period_end, allows_duplicate, is_confirmed, mandate_id, due_at,
                                  requested_at, created_at, version)
       SELECT m.id, 'sub_live_' || n, p.plan_id, p.owner_id, p.app_id, 'live', p.name, p.amount_minor, 'NGN', 'monthly', 1,
              'wallet_auto', 'payer' || n || '@example.com', 'active', began, 0, began, began + interval '30 days', 0, false, false,
              true, mandate, now(), began, began, 3
         FROM made m JOIN subscription_plans p ON p.plan_id = 'plan ' || merchant || dear;
       INSERT INTO wallet_mandates (id, subscription_key, mode, payer_id, account_id, cap_minor, currency, terms_version,
                                    checkout_session_id, authorized_at, version)
       SELECT mandate, m.id, 'live', ${userIdSql('payer')}, ${walletIdSql('payer')}, s.amount_minor, 'NGN', '2026-11', 'cs_' || n, began, 1
         FROM made m JOIN subscriptions s ON s.id = m.id;
       INSERT INTO subscription_invoices (id, invoice_id, subscription_key, subscription_id, plan_id, plan_name, owner_id, app_id, mode,
                                          cycle, status, amount_minor, currency, billing_mode, customer_email, checkout_session_id, due_at,
                                          link_ends_at, paid_at, attempt_count, created_at, version)
       SELECT uuidv7(), 'inv_live_' || n, s.id, s.subscription_id, s.plan_id, s.plan_name, s.owner_id, s.app_id, 'live', 0, 'paid',
              s.amount_minor, 'NGN', 'wallet_auto', s.customer_email, 'cs_' || n, began, began + interval '3 days', began, 1, began, 2
         FROM made m JOIN subscriptions s ON s.id = m.id;
       DROP TABLE made`,
      this.database,
    );
    await this.server.settle(this.database);
  }

  /** Adds as many as are missing until `count` are due. */
  async fillDue({ count, ...batch }: Batch): Promise<void> {
    await this.make({ ...batch, count: count - (await this.due()) });
  }

  /** How many are due. */
  async due(): Promise<number> {
    const [row] = await this.server.run(
      `SELECT count(*) AS count FROM subscriptions WHERE due_at <= now()`,
      this.database,
    );
    return Number(row!.count);
  }
}

/** Inserts live subscriptions of one merchant that fall due in ten days, without what belongs to them. */
export async function fillWithIdle(server: Server, database: string, count: number): Promise<void> {
  await server.run(
    `INSERT INTO subscriptions (id, subscription_id, plan_id, owner_id, app_id, mode, plan_name, amount_minor, currency, interval,
                                interval_count, billing_mode, customer_email, status, anchor_at, cycle, period_start, period_end,
                                unpaid_in_row, cancel_at_period_end, allows_duplicate, is_confirmed, due_at, requested_at,
                                created_at, version)
     SELECT uuidv7(), 'sub_idle_' || n, p.plan_id, p.owner_id, p.app_id, 'live', p.name, p.amount_minor, 'NGN', 'monthly', 1,
            'invoice', 'idle' || n || '@example.com', 'active', now(), 0, now(), now() + interval '30 days', 0, false, true, true,
            now() + interval '10 days', now(), now(), 2
       FROM subscription_plans p, generate_series(1, ${count}) AS n WHERE p.plan_id = 'plan 0false'`,
    database,
  );
  await server.settle(database);
}

/** A process that bills what is due; `alone`: each renewal in a transaction of its own, by eight workers. */
export class Renewer {
  private constructor(
    private readonly child: ChildProcess,
    /** What its connections are called in `pg_stat_activity`. */
    readonly application: string,
  ) {}

  static async start(databaseUrl: string, application: string, alone = false): Promise<Renewer> {
    const file = path.join(__dirname, '..', 'renewing.js');
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', application);
    const env = { PATH: process.env.PATH, DATABASE_URL: url.href };
    const child = fork(file, alone ? ['--alone'] : [], {
      env,
      execArgv: process.env.BENCH_NODE_FLAGS!.split(' '),
    });
    const ended = once(child, 'exit').then(() =>
      Promise.reject(new Error('a process that renews has ended')),
    );
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new Renewer(child, application);
  }

  get processId(): number {
    return this.child.pid!;
  }

  /** Bills all that is due; resolves with the number. */
  async run(): Promise<number> {
    const answered = once(this.child, 'message') as Promise<[number]>;
    this.child.send('bill');
    return (await answered)[0];
  }

  stop(): void {
    this.child.kill();
  }
}
