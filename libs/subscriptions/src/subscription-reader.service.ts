import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page } from '@app/http';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { SubscriptionInvoice } from './invoices/subscription-invoice.aggregate';
import type { SubscriptionInvoiceFacts } from './invoices/subscription-invoice.view';
import type { PlanFacts } from './plans/plan.view';
import { PlanRepository } from './plans/plan.repository';
import { type SubscriptionOwner, SubscriptionRepository } from './subscriptions/subscription.repository';
import type { SubscriptionListQuery } from './subscriptions/subscriptions.dto';
import type { SubscriptionFacts } from './subscriptions/subscription.view';

export interface InvoicesOfSubscription {
  subscription: SubscriptionFacts;
  invoices: SubscriptionInvoiceFacts[];
}

const LIST: Listing = {
  name: 'subscriptions',
  rows: 'subscriptions s',
  where: `s.owner_id = $1 AND s.mode = $2 AND ($3::uuid IS NULL OR s.app_id = $3) AND ($4::text IS NULL OR s.status = $4)
    AND ($5::text IS NULL OR s.plan_id = $5) AND ($6::text IS NULL OR s.customer_email = $6)`,
  order: 's.created_at DESC, s.id DESC',
  columns: 's.id',
};

/** Reads plans, subscriptions and their invoices for responses. */
@Injectable()
export class SubscriptionReaderService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly plans: PlanRepository,
    private readonly subscriptions: SubscriptionRepository,
  ) {}

  plan({ ownerId, mode }: SubscriptionOwner, planId: string): Promise<PlanFacts> {
    return this.plans.ofOwner(ownerId, mode, planId);
  }

  /** All plans of the account in this mode, newest first. */
  listPlans({ ownerId, mode }: SubscriptionOwner): Promise<PlanFacts[]> {
    return this.plans.list(ownerId, mode);
  }

  subscription(owner: SubscriptionOwner, subscriptionId: string): Promise<SubscriptionFacts> {
    return this.subscriptions.ofOwner(owner, subscriptionId);
  }

  /** Newest first. */
  async list(
    { ownerId, appId, mode }: SubscriptionOwner,
    query: SubscriptionListQuery,
  ): Promise<Page<SubscriptionFacts>> {
    const { status, plan_id: planId, customer_email: email } = query;
    const values = [ownerId, mode, mode === 'test' ? appId : null, status, planId, email];
    const found = await Page.read<{ id: string }>(this.pool, LIST, values, query);
    return found.mapAll((rows) => this.subscriptions.byIds(rows.map(({ id }) => id)));
  }

  /** The invoices of a subscription, the newest first. */
  async invoices(owner: SubscriptionOwner, subscriptionId: string): Promise<InvoicesOfSubscription> {
    const subscription = await this.subscriptions.ofOwner(owner, subscriptionId);
    const { id: subscriptionKey } = subscription;
    const invoices = await this.dataSource.manager.find(SubscriptionInvoice, {
      where: { subscriptionKey },
      order: { createdAt: 'DESC', cycle: 'DESC' },
      take: MAX_INVOICES,
    });
    return { subscription, invoices };
  }
}

const MAX_INVOICES = 1000;
