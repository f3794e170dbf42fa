import { Injectable } from '@nestjs/common';
import { CardPricesService, OriginSessionsService } from '@app/checkout';
import { PaymentGatewaysService } from '@app/charges';
import { addSeconds, Money, uuidv7 } from '@app/kernel';
import { Prepared } from '@app/write-path';
import { MAX_ATTEMPTS } from '../invoices/retry-schedule.policy';
import { SubscriptionBillingService } from '../invoices/subscription-billing.service';
import type { InvoiceLink, SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { CardCharge } from './card-charge.aggregate';
import { CardChargeReferencesService } from './card-charge-references.service';
import { CardChargeRepository } from './card-charge.repository';
import type { SavedCard } from '../mandates/saved-card.aggregate';
import { SavedCardRepository } from '../mandates/saved-card.repository';

/** A payment that is under way decides first. */
const LOOK_AGAIN_SECONDS = 3600;

/** Charges invoices to saved cards: this commits the intent, and `ChargeCards` sends it. */
@Injectable()
export class CardChargesService {
  constructor(
    private readonly charges: CardChargeRepository,
    private readonly references: CardChargeReferencesService,
    private readonly cards: SavedCardRepository,
    private readonly prices: CardPricesService,
    private readonly gateways: PaymentGatewaysService,
    private readonly sessions: OriginSessionsService,
    private readonly billing: SubscriptionBillingService,
  ) {}

  /** Whether a charge of the invoice was begun whose outcome is not known. */
  async isUnderWay({ id }: SubscriptionInvoice): Promise<boolean> {
    return (await this.charges.openOf(id)) !== null;
  }

  /**
   * Reads what a charge takes; applying stages its intent in the current unit of work, and changes invoice and
   * subscription, which the caller saves. While a charge or a payment of the invoice is under way there is no other one.
   */
  async prepare(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    now: Date,
  ): Promise<Prepared<void>> {
    const { amount, checkoutSessionId: sessionId } = invoice;
    const [open, link, card, price] = await Promise.all([
      this.charges.openOf(invoice.id),
      sessionId && this.sessions.prepareClose(invoice.id),
      subscription.savedCardId && this.cards.byId(subscription.savedCardId),
      this.prices.priceOf({ amount, fee: Money.zero(amount.currency) }, false),
    ]);
    if (open !== null || (sessionId !== null && link === null))
      return new Prepared(() => subscription.waitUntil(addSeconds(now, LOOK_AGAIN_SECONDS)));
    const isOver = !card || !card.isValid(now);
    const instead = isOver ? await this.prepareLink(subscription, invoice) : null;
    return new Prepared(() => {
      if (isOver) {
        if (instead) invoice.attachLink(instead.apply());
        return invoice.failCharge('card_unavailable', subscription, now);
      }
      if (!card.permits(amount)) return invoice.failCharge('exceeds_mandate', subscription, now);
      if (!price) {
        if (!invoice.delayCharge(subscription, now)) invoice.failCharge('fx_unavailable', subscription, now);
        return;
      }
      if (link) link.apply();
      this.charges.add(this.intent(invoice, card, price.charge, now));
      subscription.waitUntil(addSeconds(now, LOOK_AGAIN_SECONDS));
    });
  }

  /** A card that has ended is not charged again, so the customer can pay at once; null where a link is open or none is due. */
  private async prepareLink(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
  ): Promise<Prepared<InvoiceLink> | null> {
    if (invoice.isOfChange || invoice.nextAttempt >= MAX_ATTEMPTS) return null;
    if ((await this.sessions.openOf(invoice.id)).length > 0) return null;
    return this.billing.prepareLinkOf(subscription, invoice);
  }

  private intent(invoice: SubscriptionInvoice, card: SavedCard, amount: Money, now: Date): CardCharge {
    const reference = this.references.of(invoice.id, invoice.nextAttempt);
    const gateway = this.gateways.gatewayOf(invoice.mode).name;
    return CardCharge.intend({ id: uuidv7(now), reference, gateway, amount }, invoice, card, now);
  }
}
