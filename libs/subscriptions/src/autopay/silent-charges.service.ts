import { Injectable } from '@nestjs/common';
import { SetAsidePaymentsService } from '@app/checkout';
import { addSeconds } from '@app/kernel';
import { Prepared } from '@app/write-path';
import { CardChargesService } from '../cards/card-charges.service';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import type { ChargeFailure } from '../invoices/subscription-invoice.states';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { WalletChargesService } from './wallet-charges.service';

/** Staff decide first about money that arrived for an invoice and could not pay it. */
const LOOK_AGAIN_SECONDS = 3600;

/** Charges invoices without the customer, as the subscription is collected. */
@Injectable()
export class SilentChargesService {
  constructor(
    private readonly wallets: WalletChargesService,
    private readonly cards: CardChargesService,
    private readonly aside: SetAsidePaymentsService,
  ) {}

  /** Whether a charge of the invoice was begun whose outcome is not known. */
  isUnderWay(invoice: SubscriptionInvoice): Promise<boolean> {
    return this.cards.isUnderWay(invoice);
  }

  /**
   * Reads what a charge takes; applying makes or begins it, and changes invoice and subscription, which the caller saves.
   * An invoice
   * whose money waits for staff is not charged again. `refused`: why the ledger refused the same charge to a wallet just
   * now.
   */
  async prepare(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    now: Date,
    refused: ChargeFailure | null,
  ): Promise<Prepared<void>> {
    if (invoice.attemptCount > 0 && (await this.aside.isHeldFor(invoice.id)))
      return new Prepared(() => subscription.waitUntil(addSeconds(now, LOOK_AGAIN_SECONDS)));
    return subscription.billingMode === 'card_token'
      ? this.cards.prepare(subscription, invoice, now)
      : this.wallets.prepare(subscription, invoice, now, refused);
  }
}
