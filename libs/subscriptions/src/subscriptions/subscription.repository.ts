import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { type Mode, notFound } from '@app/kernel';
import { inRealTime } from '@app/test-clock';
import { DataSource } from 'typeorm';
import { duplicateSubscription } from '../subscriptions.errors';
import { Subscription } from './subscription.aggregate';

/** Whose subscriptions: in test mode those of one app, in live mode those of the account. */
export interface SubscriptionOwner {
  ownerId: string;
  appId: string;
  mode: Mode;
}

/** Nothing is billed for an account that is frozen; it goes on when the account does. */
const OF_ACTIVE_OWNER =
  'NOT EXISTS (SELECT 1 FROM users u WHERE u.id = s.owner_id AND u.frozen_at IS NOT NULL)';

@Injectable()
export class Subscriptions extends AggregateStore<Subscription> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(Subscription, dataSource, unit, { subscriptions_open: duplicateSubscription });
  }

  async byId(id: string): Promise<Subscription> {
    const subscription = await this.findOneBy({ id });
    if (!subscription) throw notFound('Subscription');
    return subscription;
  }

  /** A subscription of this owner; one of another owner is not found. */
  async ofOwner({ ownerId, appId, mode }: SubscriptionOwner, subscriptionId: string): Promise<Subscription> {
    const found = await this.findOneBy({ subscriptionId, ownerId, mode, ...(mode === 'test' && { appId }) });
    if (!found) throw notFound('Subscription');
    return found;
  }

  /** Whether the customer has an open subscription to the plan. */
  async isOpen({ ownerId, appId, mode }: SubscriptionOwner, planId: string, email: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM subscriptions WHERE owner_id = $1 AND mode = $2 AND plan_id = $3 AND customer_email = $4
          AND status <> 'cancelled' AND (mode = 'live' OR app_id = $5) LIMIT 1`,
      [ownerId, mode, planId, email, appId],
    );
    return rows.length > 0;
  }

  /** Live subscriptions, and test ones in real time, to look at by now, the longest waiting first. */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `(SELECT id, due_at FROM subscriptions s
         WHERE mode = 'live' AND due_at <= $1 AND ${OF_ACTIVE_OWNER} ORDER BY due_at LIMIT $2)
       UNION ALL
       (SELECT id, due_at FROM subscriptions s
         WHERE mode = 'test' AND due_at <= $1 AND ${OF_ACTIVE_OWNER} AND ${inRealTime('s')} ORDER BY due_at LIMIT $2)
       ORDER BY due_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Test subscriptions of one app to look at by then. */
  async dueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM subscriptions
        WHERE mode = 'test' AND app_id = $1 AND due_at <= $2 ORDER BY due_at, created_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the next test subscription of an app falls due after this time. */
  async nextDue(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM subscriptions WHERE mode = 'test' AND app_id = $1 AND due_at > $2`,
      [appId, after],
    );
    return row!.at;
  }
}
