import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import { ofActiveOwner } from '@app/accounts';
import { type Currency, Money } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import { SubscriptionFundsShort } from '../../subscriptions/subscription.events';
import { WalletChargesService } from '../wallet-charges.service';

/** Days before a billing date on which the wallet that pays it is checked. */
const DAYS_AHEAD = [7, 3, 1];

/** A billing date that is one of those days ahead, and the wallet that is to pay it. */
interface Upcoming {
  id: string;
  subscription_id: string;
  owner_id: string;
  plan_name: string;
  amount_minor: string;
  currency: Currency;
  due_at: Date;
  cycle: number;
  days: number;
  payer_id: string;
  wallet_currency: Currency;
  balance_minor: string;
}

/** Where a batch ended, in the order of the billing dates. */
export type ReminderPlace = Pick<Upcoming, 'due_at' | 'id'>;

/** The number of wallets that a batch checked, and where it ended; null: nothing is left. */
export interface ReminderBatch {
  checked: number;
  next: ReminderPlace | null;
}

/**
 * Checks wallets that are to pay a cycle soon, each once per cycle and number of days, and reports those that are short to
 * their owners. Checks that were missed for a day are left out.
 */
export class RemindPayers extends Command<ReminderBatch> {
  constructor(
    readonly now: Date,
    /** The most to read. */
    readonly limit: number,
    readonly after: ReminderPlace | null,
  ) {
    super();
  }
}

@CommandHandler(RemindPayers)
export class RemindPayersHandler implements ICommandHandler<RemindPayers> {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly charges: WalletChargesService,
    private readonly eventBus: EventBus,
    private readonly unit: UnitOfWork,
  ) {}

  async execute({ now, limit, after }: RemindPayers): Promise<ReminderBatch> {
    const checked: Upcoming[] = [];
    const upcoming = await this.upcoming(now, limit, after);
    for (const one of upcoming) {
      const price = new Money(BigInt(one.amount_minor), one.currency);
      const cost = await this.charges.costIn(one.wallet_currency, price);
      // Without an exchange rate it is checked again later.
      if (!cost) continue;
      checked.push(one);
      const balance = new Money(BigInt(one.balance_minor), one.wallet_currency);
      if (balance.compare(cost) < 0) this.report(one, cost, cost.minus(balance));
    }
    if (checked.length > 0) this.stage(checked);
    return { checked: checked.length, next: upcoming.length < limit ? null : upcoming.at(-1)! };
  }

  /** Those that could not be checked are not read again by the next batch. */
  private upcoming(now: Date, limit: number, after: ReminderPlace | null): Promise<Upcoming[]> {
    return this.dataSource.query<Upcoming[]>(
      `SELECT s.id, s.subscription_id, s.owner_id, coalesce(p.name, s.plan_name) AS plan_name,
              coalesce(p.amount_minor, s.amount_minor) - s.credit_minor AS amount_minor, s.currency, s.due_at, s.cycle + 1 AS cycle, d.days,
              m.payer_id, w.currency_code AS wallet_currency, b.balance_minor
         FROM unnest($2::int[]) d(days)
         JOIN subscriptions s ON s.mode = 'live' AND s.due_at > $1::timestamptz + (d.days - 1) * interval '24 hours'
                             AND s.due_at <= $1::timestamptz + d.days * interval '24 hours'
         JOIN wallet_mandates m ON m.id = s.mandate_id
         LEFT JOIN subscription_plans p ON p.plan_id = s.next_plan_id
         JOIN wallets w ON w.id = m.account_id
         JOIN ledger.balances b ON b.account_id = w.id
         LEFT JOIN subscription_reminders r ON r.subscription_key = s.id AND r.days = d.days
        WHERE s.status = 'active' AND NOT s.cancel_at_period_end AND s.due_at = s.period_end AND ${ofActiveOwner('s')}
          AND coalesce(p.amount_minor, s.amount_minor) BETWEEN s.credit_minor + 1 AND m.cap_minor
          AND s.period_start < s.period_end - d.days * interval '24 hours' AND r.cycle IS DISTINCT FROM s.cycle + 1
          AND ($4::timestamptz IS NULL OR (s.due_at, s.id) > ($4, $5::uuid))
        ORDER BY s.due_at, s.id LIMIT $3`,
      [now, DAYS_AHEAD, limit, after?.due_at ?? null, after?.id ?? null],
    );
  }

  private report(one: Upcoming, cost: Money, missing: Money): void {
    this.eventBus.publish(
      new SubscriptionFundsShort(one.id, one.owner_id, 'live', {
        subscriptionId: one.subscription_id,
        planName: one.plan_name,
        payerId: one.payer_id,
        cost,
        missing,
        dueAt: one.due_at.toISOString(),
      }),
    );
  }

  /** Of two processes that check the same wallets at once, one starts over. */
  private stage(checked: readonly Upcoming[]): void {
    this.unit.stage({
      sql: `INSERT INTO subscription_reminders AS r (subscription_key, days, cycle)
            SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[])
            ON CONFLICT (subscription_key, days) DO UPDATE SET cycle = excluded.cycle WHERE r.cycle <> excluded.cycle`,
      parameters: [
        checked.map(({ id }) => id),
        checked.map(({ days }) => days),
        checked.map(({ cycle }) => cycle),
      ],
      expectedRows: checked.length,
    });
  }
}
