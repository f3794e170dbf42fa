import { Injectable } from '@nestjs/common';
import type { Money } from '@app/kernel';
import { StaleAggregate, UnitOfWork } from '@app/write-path';
import type { SubscriptionInvoice } from './subscription-invoice.aggregate';

/** The record of credits: the paid invoice whose period was cut short, and what the rest of it was worth. */
@Injectable()
export class SubscriptionCreditsStore {
  constructor(private readonly unit: UnitOfWork) {}

  /** Stages a credit. An invoice gives one at most. */
  grant(credit: Money, { id, subscriptionKey }: SubscriptionInvoice, now: Date): void {
    if (credit.isZero) return;
    this.unit.stage({
      sql: `INSERT INTO subscription_credits (invoice_key, subscription_key, amount_minor, granted_at) VALUES ($1, $2, $3, $4)`,
      parameters: [id, subscriptionKey, credit.minor, now],
      // Another change of the plan came first.
      refusals: { subscription_credits_pkey: () => new StaleAggregate() },
    });
  }
}
