import { Injectable } from '@nestjs/common';
import { type NewSession, OriginSessionsService, SessionOpeningService } from '@app/checkout';
import { type Money, randomAlphanumeric, uuidv7 } from '@app/kernel';
import { Prepared } from '@app/write-path';
import { payableOf } from '../subscriptions/plan-change.policy';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import type { Plan } from '../plans/plan.aggregate';
import { type InvoiceLink, SubscriptionInvoice } from './subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from './subscription-invoice.repository';

/** How long the link of an invoice can be paid. */
const LINK_MINUTES = 3 * 24 * 60;

/** What the link of one request has in place of the usual terms. */
type LinkTerms = Partial<Pick<NewSession, 'successUrl' | 'cancelUrl' | 'expiresInMinutes'>>;

/** Bills cycles, in the unit of work of the caller. */
@Injectable()
export class SubscriptionBillingService {
  constructor(
    private readonly opening: SessionOpeningService,
    private readonly sessions: OriginSessionsService,
    private readonly invoices: SubscriptionInvoiceRepository,
  ) {}

  /** Reads what the bill of the current cycle takes; applying opens its link, if there is anything to pay, and stages the invoice. */
  async prepareBill(subscription: Subscription, now: Date): Promise<Prepared<SubscriptionInvoice>> {
    const id = uuidv7(now);
    const { cycle, credit } = subscription;
    const { amount } = payableOf(cycle.amount, credit);
    const link = amount.isZero
      ? null
      : await this.prepareLink(subscription, { id, amount, planName: cycle.planName });
    return new Prepared(() => {
      const invoice = SubscriptionInvoice.bill(
        newIds(id, subscription),
        subscription,
        subscription.takeBill(),
        link && link.apply(),
        now,
      );
      this.invoices.add(invoice);
      return invoice;
    });
  }

  /**
   * Bills a change of plan in advance, which takes effect when it is paid: by a link, or by a charge that the payer has
   * authorised. Stages the invoice.
   */
  async billChange(
    subscription: Subscription,
    { planId, name: planName }: Plan,
    { credit, amount }: { credit: Money; amount: Money },
    isCharged: boolean,
    now: Date,
  ): Promise<SubscriptionInvoice> {
    const id = uuidv7(now);
    const cycle = -1 - (await this.invoices.changesOf(subscription.id));
    const link = isCharged ? null : (await this.prepareLink(subscription, { id, amount, planName })).apply();
    const terms = { planId, planName, cycle, dueAt: now, credit, amount };
    const invoice = SubscriptionInvoice.bill(newIds(id, subscription), subscription, terms, link, now);
    this.invoices.add(invoice);
    return invoice;
  }

  /** Bills the current cycle without a link. It is charged before the caller stages it. */
  billSilently(subscription: Subscription, now: Date): SubscriptionInvoice {
    const ids = newIds(uuidv7(now), subscription);
    return SubscriptionInvoice.bill(ids, subscription, subscription.takeBill(), null, now);
  }

  /** Reads what a session takes that pays an invoice; applying opens it in place of earlier ones, whose time may be over. */
  async prepareLinkOf(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    terms: LinkTerms = {},
  ): Promise<Prepared<InvoiceLink>> {
    const [earlier, link] = await Promise.all([
      this.sessions.prepareEnd(invoice.id),
      this.prepareLink(subscription, invoice, terms),
    ]);
    return new Prepared(() => {
      earlier.apply();
      return link.apply();
    });
  }

  /** Opens a session that pays an invoice, in place of earlier ones. */
  async openLink(...link: Parameters<SubscriptionBillingService['prepareLinkOf']>): Promise<InvoiceLink> {
    return (await this.prepareLinkOf(...link)).apply();
  }

  private prepareLink(
    subscription: Subscription,
    { id: originId, amount, planName }: { id: string; amount: Money; planName: string },
    terms: LinkTerms = {},
  ): Promise<Prepared<InvoiceLink>> {
    const { ownerId, appId, mode, customerEmail, customerName } = subscription;
    return this.opening.prepareSession({
      ownerId,
      appId,
      mode,
      amount,
      customerEmail,
      origin: 'subscription',
      originId,
      description: planName,
      customerName: customerName ?? undefined,
      successUrl: subscription.successUrl,
      cancelUrl: subscription.cancelUrl,
      paymentMethods: subscription.linkMethods,
      // Until the first payment it is known only that a visitor of the merchant's site asked for it.
      openedThrough: subscription.isConfirmed ? undefined : 'public',
      expiresInMinutes: LINK_MINUTES,
      ...terms,
    });
  }
}

function newIds(id: string, { mode }: Subscription) {
  return { id, invoiceId: `inv_${mode}_${randomAlphanumeric()}` };
}
