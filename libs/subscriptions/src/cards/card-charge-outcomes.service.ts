import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import type { ChargeOutcome, ReceivedPayment } from '@app/charges';
import { OriginSessionsService, SetAsidePaymentsService } from '@app/checkout';
import { WalletAccountsService } from '@app/wallet';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import type { ChargeFailure } from '../invoices/subscription-invoice.states';
import { SUBSCRIPTION_CARD_KEY, SubscriptionCardCharged } from '../money/subscription.money';
import { PlanChangesService } from '../invoices/plan-changes.service';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';
import type { CardCharge } from './card-charge.aggregate';
import { CardChargeRepository } from './card-charge.repository';
import type { SavedCard } from '../mandates/saved-card.aggregate';
import { SavedCardRepository } from '../mandates/saved-card.repository';

const STEP_UP = 'authentication_required';
const MAX_DETAIL = 150;

interface Objects {
  invoice: SubscriptionInvoice;
  subscription: Subscription;
  card: SavedCard;
}

/** What the outcome of a charge means for the charge, its invoice and its subscription, in the unit of work of the caller. */
@Injectable()
export class CardChargeOutcomesService {
  constructor(
    private readonly charges: CardChargeRepository,
    private readonly cards: SavedCardRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly changes: PlanChangesService,
    private readonly subscriptions: SubscriptionRepository,
    private readonly sessions: OriginSessionsService,
    private readonly aside: SetAsidePaymentsService,
    private readonly wallets: WalletAccountsService,
    private readonly eventBus: EventBus,
  ) {}

  async apply(charge: CardCharge, outcome: ChargeOutcome, now: Date): Promise<void> {
    if (charge.status === 'succeeded' || charge.status === 'intended') return;
    if (outcome.kind === 'paid') return this.receive(charge, outcome.payment, now);
    if (!charge.isOpen) return this.learn(charge, outcome, now);
    switch (outcome.kind) {
      case 'failed':
        return this.fail(charge, `card_declined: ${await this.safe(charge, outcome.reason)}`, now);
      case 'code-refused':
        return this.fail(charge, `card_declined: ${STEP_UP}`, now);
      case 'waiting':
        if (outcome.authMode !== null) return this.fail(charge, `card_declined: ${STEP_UP}`, now);
        break;
      case 'not-found':
        if (charge.isUnknown(now)) return this.giveUp(charge, now);
        return this.charges.save(charge);
      case 'unknown':
      case 'pending':
      case 'silent':
        break;
    }
    charge.askLater(now);
    this.charges.save(charge);
  }

  /** Only money changes what a charge that has ended did; the questions about one that was given up go on until it is known. */
  private learn(charge: CardCharge, { kind }: ChargeOutcome, now: Date): void {
    if (charge.dueAt === null) return;
    if (kind === 'failed') charge.confirmFailure();
    else charge.askLater(now);
    this.charges.save(charge);
  }

  /** The attempt failed: the invoice is charged again later, or the subscription ends. */
  async fail(charge: CardCharge, reason: ChargeFailure, now: Date): Promise<void> {
    charge.fail(reason, now);
    await this.recordFailure(charge, reason, now);
  }

  private async giveUp(charge: CardCharge, now: Date): Promise<void> {
    charge.giveUp(now);
    await this.recordFailure(charge, 'error', now);
  }

  private async recordFailure(charge: CardCharge, reason: ChargeFailure, now: Date): Promise<void> {
    this.charges.save(charge);
    const { invoice, subscription } = await this.objectsOf(charge);
    if (!subscription.isOpen || !invoice.awaitsCharge) return;
    invoice.failCharge(reason, subscription, now);
    this.saveBoth(invoice, subscription);
  }

  /** Money pays an invoice that is still owed; otherwise it goes back by itself, or to staff if the amount is another one. */
  private async receive(charge: CardCharge, payment: ReceivedPayment, now: Date): Promise<void> {
    const { invoice, subscription, card } = await this.objectsOf(charge);
    const { isOpen: wasOpen } = charge;
    const isPrevented = invoice.isOfChange && (await this.changes.isPrevented(subscription, invoice));
    const isOwed = subscription.isOpen && invoice.isPayable && !isPrevented;
    if (!isOwed || !payment.amount.equals(charge.amount)) {
      this.setAside(charge, invoice, payment, isOwed ? 'amount-mismatch' : 'already-paid', now);
      if (wasOpen && isOwed && invoice.awaitsCharge) {
        invoice.failCharge('error', subscription, now);
        this.saveBoth(invoice, subscription);
      }
      return;
    }
    const { checkoutSessionId: sessionId, mode } = invoice;
    const [link, merchant] = await Promise.all([
      sessionId && this.sessions.prepareClose(invoice.id),
      mode === 'live' ? this.wallets.prepareWallet(invoice.ownerId, invoice.currency) : null,
    ]);
    // The customer is paying at this moment: their payment comes first.
    if (sessionId !== null && link === null)
      return this.setAside(charge, invoice, payment, 'already-paid', now);
    if (invoice.isOfChange) (await this.changes.prepareEffect(subscription, invoice, now)).apply();
    if (link) link.apply();
    charge.succeed(payment.gatewayTransactionId, true, now);
    this.charges.save(charge);
    invoice.pay(now, mode === 'live' ? `${SUBSCRIPTION_CARD_KEY}${invoice.invoiceId}` : null);
    subscription.receivePayment(invoice.cycle === subscription.cycle.number);
    this.renewToken(card, subscription, payment, now);
    this.saveBoth(invoice, subscription);
    if (!merchant) return;
    const { accountId } = merchant.apply();
    this.eventBus.publish(
      new SubscriptionCardCharged(subscription.id, subscription.ownerId, mode, {
        subscriptionId: subscription.subscriptionId,
        invoiceId: invoice.invoiceId,
        planName: invoice.planName,
        customerEmail: subscription.customerEmail,
        amount: invoice.amount,
        charged: payment.amount,
        gateway: charge.gateway,
        gatewayTransactionId: payment.gatewayTransactionId,
        cardBrand: card.brand,
        cardLast4: card.last4,
        accountId,
      }),
    );
  }

  private setAside(
    charge: CardCharge,
    { id: originId, amount, ownerId, appId, mode, customerEmail }: SubscriptionInvoice,
    payment: ReceivedPayment,
    reason: 'amount-mismatch' | 'already-paid',
    now: Date,
  ): void {
    const { reference, gateway, amount: charged } = charge;
    const session = {
      origin: 'subscription',
      originId,
      ownerId,
      appId,
      mode,
      amount,
      customerEmail,
    } as const;
    this.aside.take(session, { reference, gateway, charged, payment, reason }, now);
    charge.succeed(payment.gatewayTransactionId, false, now);
    this.charges.save(charge);
  }

  /** The payment company gives a token with each charge; the newest lasts longest. */
  private renewToken(
    card: SavedCard,
    subscription: Subscription,
    { card: paid }: ReceivedPayment,
    now: Date,
  ): void {
    if (!paid?.token || subscription.savedCardId !== card.id) return;
    if (this.cards.tokenOf(card)?.reveal() === paid.token.reveal()) return;
    card.renew(this.cards.seal(card.id, paid.token), paid.expiresAt, now);
    this.cards.save(card);
  }

  /** The reason of the payment company without the token, which it may repeat. */
  private async safe(charge: CardCharge, reason: string): Promise<string> {
    const token = this.cards.tokenOf(await this.cards.byId(charge.savedCardId));
    return (token ? reason.replaceAll(token.reveal(), '[token]') : reason).slice(0, MAX_DETAIL);
  }

  private async objectsOf(charge: CardCharge): Promise<Objects> {
    const [invoice, subscription, card] = await Promise.all([
      this.invoices.byId(charge.invoiceKey),
      this.subscriptions.byId(charge.subscriptionKey),
      this.cards.byId(charge.savedCardId),
    ]);
    return { invoice, subscription, card };
  }

  /** The invoice first, so that its events come before the end of the subscription. */
  private saveBoth(invoice: SubscriptionInvoice, subscription: Subscription): void {
    if (!subscription.isOpen) subscription.recordEnd();
    this.invoices.save(invoice);
    this.subscriptions.save(subscription);
  }
}
