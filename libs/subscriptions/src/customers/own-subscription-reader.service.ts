import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { BrandQueries, ProvedEmailsService, UserDirectoryQueries } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { Times } from '@app/kernel';
import type { PageBrand } from '@app/pages';
import type { Pool } from 'pg';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { WalletMandate } from '../mandates/wallet-mandate.aggregate';
import { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SavedCard } from '../mandates/saved-card.aggregate';
import { Plan } from '../plans/plan.aggregate';
import { coversPlan } from '../subscriptions/plan-change.policy';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';
import {
  SubscriptionAccessService,
  type SubscriptionRequester,
} from '../subscriptions/subscription-access.service';
import type { SubscriptionInvoiceFacts } from '../invoices/subscription-invoice.view';
import type { MySubscriptionFacts, NextPlanFacts, OwnSubscriptionFacts } from './own-subscription.view';

/** Invoices on the page of a subscription. */
const INVOICES_SHOWN = 24;

export interface SubscriptionWithInvoices {
  facts: OwnSubscriptionFacts;
  /** Of the merchant. */
  brand: PageBrand;
  /** The newest first. */
  invoices: SubscriptionInvoiceFacts[];
}

/** $1: mandates of the account $2, with the proved address $3. */
const LIST: Listing = {
  name: 'own-subscriptions',
  rows: 'subscriptions s',
  where: `s.mandate_id = ANY ($1::uuid[]) OR s.mode = 'live' AND s.is_confirmed AND $3::text IS NOT NULL
    AND (s.customer_id = $2 OR s.customer_id IS NULL AND s.customer_email = $3)`,
  order: 's.created_at DESC, s.id DESC',
  columns: 's.id',
};

/** Reads subscriptions for their customers. */
@Injectable()
export class OwnSubscriptionReaderService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly subscriptions: SubscriptionRepository,
    private readonly emails: ProvedEmailsService,
    private readonly directory: UserDirectoryQueries,
    private readonly times: Times,
    private readonly access: SubscriptionAccessService,
    private readonly brands: BrandQueries,
  ) {}

  /**
   * Live subscriptions of an account or to its proved e-mail address, and those that are charged to its wallets, newest
   * first.
   */
  async list(accountId: string, page: PageQuery): Promise<Page<MySubscriptionFacts>> {
    const [customerEmail, mandates] = await Promise.all([
      this.emails.addressOf(accountId),
      this.dataSource.manager.findBy(WalletMandate, { payerId: accountId, revokedAt: IsNull() }),
    ]);
    const values = [mandates.map(({ id }) => id), accountId, customerEmail];
    const found = await Page.read<{ id: string }>(this.pool, LIST, values, page);
    return found.mapAll(async (rows) => {
      const subscriptions = await this.subscriptions.byIds(rows.map(({ id }) => id));
      return (await this.withFacts(subscriptions)).map((one, i) => ({
        ...one,
        isCustomer: isCustomer(subscriptions[i]!, accountId, customerEmail),
        mandate: mandates.find(({ id }) => id === subscriptions[i]!.mandateId) ?? null,
      }));
    });
  }

  async one(subscription: Subscription): Promise<OwnSubscriptionFacts> {
    return (await this.withFacts([subscription]))[0]!;
  }

  /** A subscription with its last invoices, for its page. */
  async withInvoices(by: SubscriptionRequester): Promise<SubscriptionWithInvoices> {
    const { subscription } = await this.access.find(by);
    const [facts, brand, invoices] = await Promise.all([
      this.one(subscription),
      this.brands.shownOf(subscription.ownerId, subscription.mode),
      this.dataSource.manager.find(SubscriptionInvoice, {
        where: { subscriptionKey: subscription.id },
        order: { createdAt: 'DESC', cycle: 'DESC' },
        take: INVOICES_SHOWN,
      }),
    ]);
    return { facts, brand, invoices };
  }

  private async withFacts(subscriptions: readonly Subscription[]): Promise<OwnSubscriptionFacts[]> {
    const open = subscriptions.filter(({ isOpen }) => isOpen);
    const cardIds = open.flatMap(({ savedCardId }) => savedCardId ?? []);
    const nextPlanIds = open.flatMap(({ nextPlanId }) => nextPlanId ?? []);
    const mandateIds = open.flatMap(({ nextPlanId, mandateId }) => (nextPlanId && mandateId) ?? []);
    const [merchants, times, invoices, cards, nextPlans, mandates] = await Promise.all([
      this.directory.byIds([...new Set(subscriptions.map(({ ownerId }) => ownerId))]),
      Promise.all(subscriptions.map((subscription) => this.times.of(subscription))),
      this.dataSource.manager.findBy(SubscriptionInvoice, {
        subscriptionKey: In(open.map(({ id }) => id)),
        status: Not('paid'),
        voidedAt: IsNull(),
      }),
      cardIds.length > 0 ? this.dataSource.manager.findBy(SavedCard, { id: In(cardIds) }) : [],
      nextPlanIds.length > 0 ? this.dataSource.manager.findBy(Plan, { planId: In(nextPlanIds) }) : [],
      mandateIds.length > 0 ? this.dataSource.manager.findBy(WalletMandate, { id: In(mandateIds) }) : [],
    ]);
    return subscriptions.map((subscription, i) => ({
      subscription,
      merchantName: merchants.get(subscription.ownerId)?.publicName ?? '',
      unpaid:
        invoices.find(
          ({ subscriptionKey, cycle }) =>
            subscriptionKey === subscription.id && cycle === subscription.cycle.number,
        ) ?? null,
      change: shownChange(invoices.find(({ invoiceId }) => invoiceId === subscription.pendingInvoiceId)),
      card: shownCard(cards.find(({ id }) => id === subscription.savedCardId)),
      nextPlan: shownPlan(
        subscription,
        nextPlans.find(({ planId }) => planId === subscription.nextPlanId),
        mandates.find(({ id }) => id === subscription.mandateId) ??
          cards.find(({ id }) => id === subscription.savedCardId),
      ),
      now: times[i]!,
    }));
  }
}

function isCustomer(
  { customerId, customerEmail }: Subscription,
  accountId: string,
  email: string | null,
): boolean {
  return customerId === null ? customerEmail === email : customerId === accountId;
}

function shownCard(card?: SavedCard): OwnSubscriptionFacts['card'] {
  return card ? { brand: card.brand, last4: card.last4, validUntil: card.validUntil } : null;
}

/** One that is charged without the customer needs no payment. */
function shownChange(invoice?: SubscriptionInvoice): OwnSubscriptionFacts['change'] {
  return invoice && !invoice.isSilent ? { planName: invoice.planName, amount: invoice.amount } : null;
}

function shownPlan(
  subscription: Subscription,
  plan?: Plan,
  authority?: SavedCard | WalletMandate,
): NextPlanFacts | null {
  if (!plan) return null;
  const covers = authority !== undefined && coversPlan(authority, subscription.cycle, plan);
  return { name: plan.name, amount: plan.amount, isCovered: covers };
}
