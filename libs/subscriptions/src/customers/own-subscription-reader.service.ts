import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ProvedEmailsService, UserDirectoryQueries } from '@app/accounts';
import { Times } from '@app/kernel';
import { DataSource, type FindOptionsWhere, In, IsNull, Not } from 'typeorm';
import { WalletMandate } from '../mandates/wallet-mandate.aggregate';
import { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SavedCard } from '../mandates/saved-card.aggregate';
import { Plan } from '../plans/plan.aggregate';
import { coversPlan } from '../subscriptions/plan-change.policy';
import { Subscription } from '../subscriptions/subscription.aggregate';
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
  /** The newest first. */
  invoices: SubscriptionInvoiceFacts[];
}

/** Reads subscriptions for their customers. */
@Injectable()
export class OwnSubscriptionReaderService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly emails: ProvedEmailsService,
    private readonly directory: UserDirectoryQueries,
    private readonly times: Times,
    private readonly access: SubscriptionAccessService,
  ) {}

  /**
   * Live subscriptions of an account or to its proved e-mail address, and those that are charged to its wallets, newest first,
   * with the number of all.
   */
  async list(
    accountId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<[MySubscriptionFacts[], number]> {
    const [customerEmail, mandates] = await Promise.all([
      this.emails.addressOf(accountId),
      this.dataSource.manager.findBy(WalletMandate, { payerId: accountId, revokedAt: IsNull() }),
    ]);
    const where: FindOptionsWhere<Subscription>[] = [{ mandateId: In(mandates.map(({ id }) => id)) }];
    const own = { mode: 'live', isConfirmed: true } as const;
    if (customerEmail !== null)
      where.push({ ...own, customerId: accountId }, { ...own, customerId: IsNull(), customerEmail });
    const [found, total] = await this.dataSource.manager.findAndCount(Subscription, {
      where,
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: offset,
      take: limit,
    });
    const facts = (await this.withFacts(found)).map((one, i) => ({
      ...one,
      isCustomer: isCustomer(found[i]!, accountId, customerEmail),
      mandate: mandates.find(({ id }) => id === found[i]!.mandateId) ?? null,
    }));
    return [facts, total];
  }

  async one(subscription: Subscription): Promise<OwnSubscriptionFacts> {
    return (await this.withFacts([subscription]))[0]!;
  }

  /** A subscription with its last invoices, for its page. */
  async withInvoices(by: SubscriptionRequester): Promise<SubscriptionWithInvoices> {
    const { subscription } = await this.access.find(by);
    const [facts, invoices] = await Promise.all([
      this.one(subscription),
      this.dataSource.manager.find(SubscriptionInvoice, {
        where: { subscriptionKey: subscription.id },
        order: { createdAt: 'DESC', cycle: 'DESC' },
        take: INVOICES_SHOWN,
      }),
    ]);
    return { facts, invoices };
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
