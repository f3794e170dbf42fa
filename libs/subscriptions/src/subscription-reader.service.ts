import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import { SubscriptionInvoice } from './invoices/subscription-invoice.aggregate';
import type { SubscriptionInvoiceFacts } from './invoices/subscription-invoice.view';
import type { PlanFacts } from './plans/plan.view';
import { PlanRepository } from './plans/plan.repository';
import { Subscription } from './subscriptions/subscription.aggregate';
import { type SubscriptionOwner, SubscriptionRepository } from './subscriptions/subscription.repository';
import type { SubscriptionStatus } from './subscriptions/subscription.states';
import type { SubscriptionFacts } from './subscriptions/subscription.view';

export interface SubscriptionFilter {
  status?: SubscriptionStatus;
  planId?: string;
  customerEmail?: string;
  limit: number;
  offset: number;
}

export interface InvoicesOfSubscription {
  subscription: SubscriptionFacts;
  invoices: SubscriptionInvoiceFacts[];
}

/** Reads plans, subscriptions and their invoices for responses. */
@Injectable()
export class SubscriptionReaderService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
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

  /** Newest first, with the number of all. */
  list(
    { ownerId, appId, mode }: SubscriptionOwner,
    { limit, offset, ...filter }: SubscriptionFilter,
  ): Promise<[SubscriptionFacts[], number]> {
    const where: FindOptionsWhere<Subscription> = { ownerId, mode };
    if (mode === 'test' && appId !== null) where.appId = appId;
    if (filter.status !== undefined) where.status = filter.status;
    if (filter.planId !== undefined) where.cycle = { planId: filter.planId };
    if (filter.customerEmail !== undefined) where.customerEmail = filter.customerEmail;
    return this.dataSource.manager.findAndCount(Subscription, {
      where,
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: offset,
      take: limit,
    });
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
