import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ProvedEmailsService } from '@app/accounts';
import type { Mode } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import type { Subscription } from './subscription.aggregate';
import type { SubscriptionOwner } from './subscription.repository';

/** A plan for a customer, and the subscription that is to hold it; null: one that is not made yet. */
export interface PlanPlace extends SubscriptionOwner {
  appId: string;
  planId: string;
  /** The account that has proved the address; null where none has. */
  customerId: string | null;
  customerEmail: string;
  id: string | null;
}

export interface OpenSubscription {
  id: string;
  subscriptionId: string;
  /** When its customer was last notified that a browser asked for the plan again; in real time. */
  repetitionNotifiedAt: Date | null;
}

/**
 * Of the customer of the place: of its account, or to its address while no account has proved that. A subscription that
 * belongs to an account counts for the present address of the account, not for one that it has given up.
 */
const SAME_CUSTOMER = `(customer_id = $7::uuid
  OR customer_id IS NULL AND customer_email = $4
     AND ($7::uuid IS NULL OR EXISTS (SELECT FROM users u WHERE u.id = $7::uuid AND u.email = $4))
  OR $7::uuid IS NULL AND customer_id = (SELECT u.id FROM users u WHERE u.email = $4))`;

/** Another open subscription of the customer of the place; in the space of its app in test mode. */
const RIVAL = `owner_id = $1 AND mode = $2 AND ${SAME_CUSTOMER} AND status <> 'cancelled'
  AND (mode = 'live' OR app_id = $5) AND id IS DISTINCT FROM $6::uuid`;

/** Confirmed, and to the plan or one that changes to it. */
const HOLDER = `${RIVAL} AND $3 IN (plan_id, next_plan_id, pending_plan_id) AND is_confirmed`;

/** On the plan, and no permitted duplicate. */
const OCCUPANT = `${RIVAL} AND plan_id = $3 AND is_confirmed AND (is_public OR NOT allows_duplicate)`;

/** A customer has one open, confirmed subscription to a plan: it holds the place. */
@Injectable()
export class PlanPlacesStore {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly unit: UnitOfWork,
    private readonly emails: ProvedEmailsService,
  ) {}

  /** Null where the place is free. */
  async holder(place: PlanPlace): Promise<OpenSubscription | null> {
    const [row] = await this.dataSource.query<OpenSubscription[]>(
      `SELECT id, subscription_id AS "subscriptionId", repetition_notified_at AS "repetitionNotifiedAt"
         FROM subscriptions WHERE ${HOLDER} LIMIT 1`,
      parametersOf(place),
    );
    return row ?? null;
  }

  /**
   * Stages that the subscription holds the place, which was free when it was read. Of several that take it at once all but
   * one start over. Those of browsers that wait for their first payment are looked at now, and end.
   */
  take(place: PlanPlace, now: Date): void {
    const parameters = this.requireNone(HOLDER, place);
    this.unit.stage({
      sql: `UPDATE subscriptions SET due_at = $8::timestamptz, version = version + 1
             WHERE ${RIVAL} AND plan_id = $3 AND NOT is_confirmed`,
      parameters: [...parameters, now],
    });
  }

  /** Whether another subscription is on the plan and is no permitted duplicate, so that no other one can come to it. */
  async isOccupied(place: PlanPlace): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM subscriptions WHERE ${OCCUPANT} LIMIT 1`,
      parametersOf(place),
    );
    return rows.length > 0;
  }

  /** Stages that the subscription comes to the plan, which was not occupied when it was read. */
  enter(place: PlanPlace): void {
    this.requireNone(OCCUPANT, place);
  }

  /**
   * Stages that the address still belongs to the account that was read. Where it was proved meanwhile, the command starts
   * over, so that no subscription is left without its account.
   */
  requireAccount({
    mode,
    customerEmail,
    customerId,
  }: Pick<PlanPlace, 'mode' | 'customerEmail' | 'customerId'>): void {
    if (mode === 'test') return;
    this.lockAddresses([customerEmail]);
    this.emails.requireHolder(customerEmail, customerId);
  }

  /** Has those who make live subscriptions to these addresses wait until the unit of work has committed. */
  lockAddresses(addresses: readonly string[]): void {
    for (const address of [...addresses].sort()) this.lock('', 'live', address);
  }

  private requireNone(rivals: string, place: PlanPlace): unknown[] {
    const { ownerId, mode, customerEmail, customerId } = place;
    // Always the address first, so that no two wait for each other.
    for (const customer of [customerEmail, customerId])
      if (customer !== null) this.lock(ownerId, mode, customer);
    const parameters = parametersOf(place);
    const sql = `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM subscriptions WHERE ${rivals})`;
    this.unit.stage({ sql, parameters, expectedRows: 1 });
    return parameters;
  }

  /** Accounts prove addresses for all merchants at once, so that live places are locked for all merchants. */
  private lock(ownerId: string, mode: Mode, customer: string): void {
    this.unit.lock(mode === 'live' ? `plans of ${customer}` : `plans of ${ownerId} test ${customer}`);
  }
}

/** The place that the subscription holds, is to hold, or asks for: that of its plan unless another one is given. */
export function placeOf(subscription: Subscription, planId = subscription.cycle.planId): PlanPlace {
  const { ownerId, appId, mode, customerId, customerEmail, id } = subscription;
  return { ownerId, appId, mode, customerId, customerEmail, id, planId };
}

function parametersOf({ ownerId, mode, planId, customerEmail, appId, id, customerId }: PlanPlace): unknown[] {
  return [ownerId, mode, planId, customerEmail, appId, id, customerId];
}
