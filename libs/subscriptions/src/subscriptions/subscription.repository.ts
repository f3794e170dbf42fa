import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ofActiveOwner } from '@app/accounts';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { type Mode, notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { duplicateSubscription } from './subscription.errors';
import { Subscription } from './subscription.aggregate';

/** Whose subscriptions: in test mode those of one app, or of all where it is null; in live mode those of the account. */
export interface SubscriptionOwner {
  ownerId: string;
  appId: string | null;
  mode: Mode;
}

@Injectable()
export class SubscriptionRepository extends AggregateStore<Subscription> {
  private readonly withId = this.loaderBy('id');

  constructor(@InjectRepository(Subscription) rows: Repository<Subscription>, unit: UnitOfWork) {
    super(rows, unit, { subscriptions_open: duplicateSubscription });
  }

  /** Revokes the mandate and erases the token that a subscription has given up, in the same commit. */
  override save(subscription: Subscription): void {
    super.save(subscription);
    this.revokeEnded(subscription);
    this.eraseEnded(subscription);
  }

  /** Publishes what has happened to it so far, before the events of an invoice. */
  announce(subscription: Subscription): void {
    this.publishEvents(subscription);
  }

  /** Revokes it at once, before another one takes its place. */
  revokeEnded(subscription: Subscription): void {
    const { endedMandate } = subscription;
    if (endedMandate === null) return;
    subscription.endedMandate = null;
    this.unit.stage({
      sql: `UPDATE wallet_mandates SET revoked_at = $2, version = version + 1 WHERE id = $1 AND revoked_at IS NULL`,
      parameters: [endedMandate.id, endedMandate.at],
      expectedRows: 1,
    });
  }

  /** Erases it at once, before another card takes its place. */
  eraseEnded(subscription: Subscription): void {
    const { endedCard } = subscription;
    if (endedCard === null) return;
    subscription.endedCard = null;
    this.unit.stage({
      sql: `UPDATE saved_cards SET token_sealed = NULL, erased_at = $2, version = version + 1 WHERE id = $1 AND erased_at IS NULL`,
      parameters: [endedCard.id, endedCard.at],
      expectedRows: 1,
    });
  }

  async byId(id: string): Promise<Subscription> {
    const subscription = await this.withId.read(id);
    if (!subscription) throw notFound('Subscription');
    return subscription;
  }

  /** A live subscription of any owner, for its payer. */
  byPublicId(subscriptionId: string): Promise<Subscription | null> {
    return this.findOneBy({ subscriptionId, mode: 'live' });
  }

  /** A subscription of this owner; one of another owner is not found. */
  async ofOwner({ ownerId, appId, mode }: SubscriptionOwner, subscriptionId: string): Promise<Subscription> {
    const ofApp = mode === 'test' && appId !== null && { appId };
    const found = await this.findOneBy({ subscriptionId, ownerId, mode, ...ofApp });
    if (!found) throw notFound('Subscription');
    return found;
  }

  /**
   * Stages that its customer is notified of another request for the plan. Of two requests at once one starts over, and finds
   * the time of the other.
   */
  noteRepetition(id: string, notifiedAt: Date | null, now: Date): void {
    this.unit.stage({
      sql: `UPDATE subscriptions SET repetition_notified_at = $3 WHERE id = $1 AND repetition_notified_at IS NOT DISTINCT FROM $2::timestamptz`,
      parameters: [id, notifiedAt, now],
      expectedRows: 1,
    });
  }

  /** Test subscriptions of one app to look at by then. */
  async dueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM subscriptions s
        WHERE mode = 'test' AND app_id = $1 AND due_at <= $2 AND ${ofActiveOwner('s')} ORDER BY due_at, created_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the next test subscription of an app falls due after this time. */
  async nextDue(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM subscriptions WHERE mode = 'test' AND app_id = $1 AND due_at > $2`,
      [appId, after],
    );
    return row!.at;
  }
}
