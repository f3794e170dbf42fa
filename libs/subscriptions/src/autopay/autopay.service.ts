import { Injectable } from '@nestjs/common';
import { OriginSessionsService } from '@app/checkout';
import { Times } from '@app/kernel';
import { SubscriptionBillingService } from '../invoices/subscription-billing.service';
import type { InvoiceLink, SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import { PlanChangesService } from '../invoices/plan-changes.service';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SubscriptionRepository } from '../subscriptions/subscription.repository';

/** Ends charges to a wallet, in the unit of work of the caller. */
@Injectable()
export class AutopayService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly billing: SubscriptionBillingService,
    private readonly changes: PlanChangesService,
    private readonly sessions: OriginSessionsService,
    private readonly times: Times,
  ) {}

  /**
   * Revokes the mandate that is in force. An invoice whose charge is to be repeated gets a link instead; a change of plan that
   * is to be charged is given up.
   */
  async stop(subscription: Subscription): Promise<void> {
    const now = await this.times.of(subscription);
    const latest = await this.invoices.latest(subscription.id);
    const charged = latest?.awaitsCharge ? latest : null;
    const change = await this.changes.waiting(subscription);
    if (change?.isSilent) (await this.changes.prepareDrop(subscription, change, now)).apply();
    const link = charged && (await this.linkOf(charged, subscription));
    subscription.stopAutopay(
      link && {
        invoiceId: charged!.invoiceId,
        amount: charged!.amount,
        endsAt: link.expiresAt.toISOString(),
      },
      now,
    );
    if (link) {
      charged!.collectByLink(link);
      this.invoices.save(charged!);
    }
    this.subscriptions.save(subscription);
  }

  private async linkOf(invoice: SubscriptionInvoice, subscription: Subscription): Promise<InvoiceLink> {
    const [open] = await this.sessions.openOf(invoice.id);
    return open ?? this.billing.openLink(subscription, invoice);
  }
}
