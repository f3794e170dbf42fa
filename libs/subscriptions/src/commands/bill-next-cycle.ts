import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OriginSessionsService } from '@app/checkout';
import { addSeconds, Times } from '@app/kernel';
import { Prepared, PreparedCommand } from '@app/write-path';
import { SilentChargesService } from '../autopay/silent-charges.service';
import { SubscriptionBillingService } from '../invoices/subscription-billing.service';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import type { ChargeFailure } from '../invoices/subscription-invoice.states';
import { PlanChangesService } from '../invoices/plan-changes.service';
import { placeOf, PlanPlacesStore } from '../subscriptions/plan-places.store';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';

/** A payment that is under way when its link or the period ends decides later. */
const PAYMENT_AGAIN_SECONDS = 600;

/**
 * A subscription is due: it is cancelled where that was scheduled, a charge that failed is repeated, or its next cycle is
 * billed and, where its payer has authorised that, charged. Returns false where it is not due any more.
 */
export class BillNextCycle extends PreparedCommand<boolean> {
  constructor(
    readonly id: string,
    /** Why the ledger refused the charge just now, which then fails. */
    readonly refused: ChargeFailure | null = null,
  ) {
    super();
  }
}

@CommandHandler(BillNextCycle)
export class BillNextCycleHandler implements ICommandHandler<BillNextCycle> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly billing: SubscriptionBillingService,
    private readonly charges: SilentChargesService,
    private readonly changes: PlanChangesService,
    private readonly places: PlanPlacesStore,
    private readonly sessions: OriginSessionsService,
    private readonly times: Times,
  ) {}

  async execute({ id, refused }: BillNextCycle): Promise<Prepared<boolean>> {
    const subscription = await this.subscriptions.byId(id);
    const now = await this.times.of(subscription);
    if (!subscription.isDue(now)) return new Prepared(() => false);
    const latest = await this.invoices.latest(id);
    if (subscription.endsNow(now)) return this.end(subscription, latest, now);
    if (latest && !subscription.isConfirmed) return this.awaitFirstPayment(subscription, latest, now);
    if (latest?.awaitsCharge) return this.repeatCharge(subscription, latest, now, refused);
    const change = await this.changes.waiting(subscription);
    if (!change) return this.bill(subscription, latest, now, refused);
    if (change.isSilent && (await this.changes.isPrevented(subscription, change)))
      return this.giveUp(subscription, change, now);
    if (change.isSilent && (subscription.cycle.periodEnd > now || (await this.charges.isUnderWay(change))))
      return this.repeatCharge(subscription, change, now, refused);
    if (await this.sessions.isBeingPaid(change.id)) {
      subscription.waitUntil(addSeconds(now, PAYMENT_AGAIN_SECONDS));
      return this.saved(subscription);
    }
    const drop = await this.changes.prepareDrop(subscription, change, now, true);
    const bill = await this.bill(subscription, latest, now, refused);
    return new Prepared(() => {
      drop.apply();
      return bill.apply();
    });
  }

  /** The customer has the plan by another subscription: it is looked at again with the end of its period. */
  private async giveUp(
    subscription: Subscription,
    change: SubscriptionInvoice,
    now: Date,
  ): Promise<Prepared<boolean>> {
    const drop = await this.changes.prepareDrop(subscription, change, now);
    return new Prepared(() => {
      drop.apply();
      return this.saved(subscription).apply();
    });
  }

  private async bill(
    subscription: Subscription,
    latest: SubscriptionInvoice | null,
    now: Date,
    refused: ChargeFailure | null,
  ): Promise<Prepared<boolean>> {
    const linkEndsAt = latest?.isOpen ? latest.linkEndsAt : null;
    if (linkEndsAt && subscription.waitsForPayment(now, linkEndsAt > now)) {
      subscription.waitUntil(linkEndsAt);
      return this.saved(subscription);
    }
    await this.changes.carryOut(subscription, now);
    const { isChargedSilently } = subscription;
    // A payer who is not asked is not charged for several cycles at once.
    subscription.beginNextCycle(now, !isChargedSilently && (latest === null || latest.wasPaidAtOnce));
    return isChargedSilently
      ? this.billSilently(subscription, now, refused)
      : this.billByLink(subscription, now);
  }

  private end(subscription: Subscription, latest: SubscriptionInvoice | null, now: Date): Prepared<boolean> {
    const charged = latest?.awaitsCharge ? latest : null;
    charged?.endCharges();
    subscription.cancel('cancel_at_period_end', now);
    return this.saved(subscription, charged);
  }

  /**
   * A browser made it: nothing more is billed before its first payment, and it ends with its first link, or at once where
   * the customer has the plan by another subscription.
   */
  private async awaitFirstPayment(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    now: Date,
  ): Promise<Prepared<boolean>> {
    const { linkEndsAt, isOpen } = invoice;
    const isDuplicate = (await this.places.holder(placeOf(subscription))) !== null;
    if (!isDuplicate && linkEndsAt! > now) {
      subscription.waitUntil(linkEndsAt!);
      return this.saved(subscription);
    }
    const close = isDuplicate || !isOpen ? await this.sessions.prepareClose(invoice.id) : null;
    if (!close) {
      subscription.waitUntil(addSeconds(now, PAYMENT_AGAIN_SECONDS));
      return this.saved(subscription);
    }
    return new Prepared(() => {
      close.apply();
      if (isDuplicate) invoice.void(now);
      subscription.cancel(isDuplicate ? 'duplicate' : 'payment_failed', now);
      return this.saved(subscription, invoice).apply();
    });
  }

  private async repeatCharge(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    now: Date,
    refused: ChargeFailure | null,
  ): Promise<Prepared<boolean>> {
    if (invoice.chargeAt > now) {
      subscription.waitUntil(invoice.chargeAt);
      return this.saved(subscription);
    }
    const charge = await this.charges.prepare(subscription, invoice, now, refused);
    return new Prepared(() => {
      charge.apply();
      if (!subscription.isOpen) subscription.recordEnd();
      return this.saved(subscription, invoice).apply();
    });
  }

  private async billByLink(subscription: Subscription, now: Date): Promise<Prepared<boolean>> {
    const bill = await this.billing.prepareBill(subscription, now);
    return new Prepared(() => {
      this.subscriptions.announce(subscription);
      bill.apply();
      return this.saved(subscription).apply();
    });
  }

  private async billSilently(
    subscription: Subscription,
    now: Date,
    refused: ChargeFailure | null,
  ): Promise<Prepared<boolean>> {
    const invoice = this.billing.billSilently(subscription, now);
    const charge = invoice.awaitsCharge && (await this.charges.prepare(subscription, invoice, now, refused));
    return new Prepared(() => {
      this.subscriptions.announce(subscription);
      if (charge) charge.apply();
      this.invoices.add(invoice);
      this.subscriptions.save(subscription);
      return true;
    });
  }

  /** The invoice first, so that its events come before the end of the subscription. */
  private saved(subscription: Subscription, invoice: SubscriptionInvoice | null = null): Prepared<boolean> {
    return new Prepared(() => {
      if (invoice) this.invoices.save(invoice);
      this.subscriptions.save(subscription);
      return true;
    });
  }
}
