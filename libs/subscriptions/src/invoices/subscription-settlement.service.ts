import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type BookedAs,
  checkoutKey,
  type CreditsMerchant,
  OriginSessionsService,
  PaidForRegistry,
  type PaidSession,
  type PaymentOfSession,
  type RecurringCharge,
  unappliedCreditKey,
} from '@app/checkout';
import { Times, uuidv7 } from '@app/kernel';
import { Prepared, StaleAggregate } from '@app/write-path';
import { CARD_TERMS_VERSION, SavedCard } from '../mandates/saved-card.aggregate';
import { SavedCardRepository } from '../mandates/saved-card.repository';
import { MANDATE_TERMS_VERSION, WalletMandate } from '../mandates/wallet-mandate.aggregate';
import { WalletMandateRepository } from '../mandates/wallet-mandate.repository';
import { PlanRepository } from '../plans/plan.repository';
import { PlanChangesService } from './plan-changes.service';
import { placeOf, PlanPlacesStore } from '../subscriptions/plan-places.store';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';
import { paymentInFlight } from '../subscriptions/subscription.errors';
import type { SubscriptionInvoice } from './subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from './subscription-invoice.repository';

/** What the payment of a link does to its invoice and its subscription, in the commit that completes the session. */
@Injectable()
export class SubscriptionSettlementService implements CreditsMerchant, OnModuleInit {
  readonly credits = 'merchant';

  constructor(
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly mandates: WalletMandateRepository,
    private readonly cards: SavedCardRepository,
    private readonly places: PlanPlacesStore,
    private readonly changes: PlanChangesService,
    private readonly plans: PlanRepository,
    private readonly sessions: OriginSessionsService,
    private readonly registry: PaidForRegistry,
    private readonly times: Times,
  ) {}

  onModuleInit(): void {
    this.registry.register('subscription', this);
  }

  /**
   * The session can be an earlier one than the last that was opened for the invoice; the payment ends the others. One with
   * an attempt in flight stays open, whose money goes back; a late payment that staff apply waits for it.
   */
  async prepare(
    { originId, sessionId, mode }: PaidSession,
    payment: PaymentOfSession,
  ): Promise<Prepared<BookedAs>> {
    const invoice = await this.invoices.byId(originId!);
    // Another payment came first since `refusalOf`.
    if (invoice.status === 'paid') throw new StaleAggregate();
    if (payment.isSetAside && (await this.sessions.isBeingPaid(invoice.id))) throw paymentInFlight();
    const [subscription, now, rivals] = await Promise.all([
      this.subscriptions.byId(invoice.subscriptionKey),
      this.times.of(invoice),
      this.sessions.prepareEnd(invoice.id, sessionId),
    ]);
    const change = invoice.isOfChange ? await this.changes.prepareEffect(subscription, invoice, now) : null;
    const isEarlier = !change && invoice.cycle < subscription.cycle.number;
    const missedSince = isEarlier ? await this.invoices.missedSince(invoice) : 0;
    const { mandateId } = subscription;
    const current = mandateId === null ? null : await this.mandates.byId(mandateId);
    // The page of a bill of an earlier plan stated other terms.
    const statedTerms = change !== null || invoice.planId === subscription.cycle.planId;
    const isCurrent = current !== null && current.accountId === (payment.wallet?.accountId ?? null);
    const authorizes =
      payment.method === 'wallet' && subscription.billingMode === 'wallet_auto' && statedTerms;
    return new Prepared(() => {
      rivals.apply();
      // It ends an authority that does not cover the plan.
      change?.apply();
      invoice.pay(now, mode === 'live' ? bookingKey(sessionId, payment) : null);
      if (!subscription.isConfirmed && subscription.isOpen) this.places.take(placeOf(subscription), now);
      // Of a subscription that has ended nothing is authorised.
      const isAuthorized = isCurrent && subscription.mandateId !== null;
      if (authorizes && !isAuthorized && subscription.isOpen)
        this.authorize(subscription, sessionId, payment, now);
      if (statedTerms) this.attachCard(subscription, sessionId, payment, now);
      subscription.receivePayment(invoice.cycle === subscription.cycle.number, missedSince);
      this.subscriptions.save(subscription);
      this.invoices.save(invoice);
      return {
        type: 'subscription' as const,
        reference: invoice.invoiceId,
        related: { type: 'subscription_invoice', id: invoice.invoiceId },
      };
    });
  }

  /**
   * An invoice is paid once. The first payment of a subscription to a plan that its customer has meanwhile ends it instead,
   * and a change to such a plan is given up.
   */
  async refusalOf({ originId, sessionId }: PaidSession): Promise<Prepared<void> | null> {
    const invoice = await this.invoices.byId(originId!);
    const subscription = await this.subscriptions.byId(invoice.subscriptionKey);
    if (isOver(invoice, subscription)) return new Prepared(() => undefined);
    const isPrevented = invoice.isOfChange
      ? await this.changes.isPrevented(subscription, invoice)
      : !subscription.isConfirmed && (await this.places.holder(placeOf(subscription))) !== null;
    if (!isPrevented) return null;
    const [now, rivals] = await Promise.all([
      this.times.of(invoice),
      this.sessions.prepareEnd(invoice.id, sessionId),
    ]);
    return new Prepared(() => {
      rivals.apply();
      invoice.void(now);
      if (invoice.isOfChange) subscription.dropPendingChange();
      else subscription.cancel('duplicate', now);
      this.invoices.save(invoice);
      this.subscriptions.save(subscription);
    });
  }

  async hasEnded({ originId }: PaidSession): Promise<boolean> {
    const invoice = await this.invoices.byId(originId!);
    return isOver(invoice, await this.subscriptions.byId(invoice.subscriptionKey));
  }

  /** Paying a link authorises charges: with `wallet_auto` to the wallet that paid, with `card_token` to the card. */
  async authorityOf(sessionId: string): Promise<RecurringCharge | null> {
    const invoice = await this.invoices.ofSession(sessionId);
    const subscription = invoice && (await this.subscriptions.byId(invoice.subscriptionKey));
    if (!subscription?.isOpen || subscription.billingMode === 'invoice') return null;
    const { billingMode, ownerId, mode } = subscription;
    const { planId } = invoice!;
    const isPending = invoice!.invoiceId === subscription.pendingInvoiceId;
    if (!isPending && planId !== subscription.cycle.planId) return null;
    const terms = isPending ? await this.plans.ofOwner(ownerId, mode, planId) : subscription.cycle;
    const { amount: cap, interval, intervalCount } = terms;
    return billingMode === 'card_token'
      ? { from: 'card', terms: CARD_TERMS_VERSION, cap, interval, intervalCount }
      : { from: 'wallet', terms: MANDATE_TERMS_VERSION, cap, interval, intervalCount };
  }

  /** Saves the card that paid, where its holder has agreed and the payment company permits further charges. */
  private attachCard(
    subscription: Subscription,
    checkoutSessionId: string,
    { card }: PaymentOfSession,
    now: Date,
  ): void {
    if (!card?.token || !subscription.isOpen || subscription.billingMode !== 'card_token') return;
    const id = uuidv7(now);
    const tokenSealed = this.cards.seal(id, card.token);
    const saved = SavedCard.attach(id, subscription, card, { checkoutSessionId, tokenSealed }, now);
    subscription.attachCard(id, saved, now);
    this.subscriptions.eraseEnded(subscription);
    this.cards.add(saved);
  }

  private authorize(
    subscription: Subscription,
    checkoutSessionId: string,
    { wallet }: PaymentOfSession,
    now: Date,
  ): void {
    const mandate = WalletMandate.authorize(uuidv7(now), subscription, { checkoutSessionId, wallet }, now);
    subscription.authorizeWallet(mandate.id, now);
    this.subscriptions.revokeEnded(subscription);
    this.mandates.add(mandate);
  }
}

/** Paid, a change of plan that was given up, or a subscription that has ended before its first payment. */
function isOver(invoice: SubscriptionInvoice, { isOpen, isConfirmed }: Subscription): boolean {
  if (invoice.status === 'paid') return true;
  return (invoice.isOfChange && !invoice.isPayable) || (!isOpen && !isConfirmed);
}

/** Natural key of the booking of a payment. */
function bookingKey(
  sessionId: string,
  { isSetAside, gateway, gatewayTransactionId }: PaymentOfSession,
): string {
  return isSetAside ? unappliedCreditKey(gateway, gatewayTransactionId) : checkoutKey(sessionId);
}
