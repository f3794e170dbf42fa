import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { OriginSessionsService } from '@app/checkout';
import { FxService } from '@app/fx';
import { addSeconds, type Money } from '@app/kernel';
import { WalletAccountsService, WalletQueries } from '@app/wallet';
import { Prepared } from '@app/write-path';
import type { ChargeFailure } from '../invoices/subscription-invoice.states';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SUBSCRIPTION_CHARGE_KEY, SubscriptionCharged } from '../money/subscription.money';
import { PlanChangesService } from '../invoices/plan-changes.service';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { testOutcomeOf } from './test-outcome.policy';
import type { WalletMandate } from '../mandates/wallet-mandate.aggregate';
import { WalletMandateRepository } from '../mandates/wallet-mandate.repository';

/** A payment of the customer that is under way decides first. */
const LOOK_AGAIN_SECONDS = 600;

/** What a charge is going to do. */
type Charge =
  | { kind: 'debit'; book: () => void; mandateId: string }
  | { kind: 'failure'; reason: ChargeFailure }
  /** Not the payer's fault. */
  | { kind: 'fault'; reason: ChargeFailure };

/** Charges invoices to the wallet that their payer has authorised. */
@Injectable()
export class WalletChargesService {
  constructor(
    private readonly mandates: WalletMandateRepository,
    private readonly changes: PlanChangesService,
    private readonly wallets: WalletQueries,
    private readonly accounts: WalletAccountsService,
    private readonly fx: FxService,
    private readonly sessions: OriginSessionsService,
    private readonly directory: UserDirectoryQueries,
    private readonly eventBus: EventBus,
  ) {}

  /**
   * Reads what a charge takes; applying makes it in the current unit of work, and changes invoice and subscription, which
   * the caller saves. `refused`: why the ledger refused the same charge just now.
   */
  async prepare(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    now: Date,
    refused: ChargeFailure | null,
  ): Promise<Prepared<void>> {
    const link = invoice.checkoutSessionId && (await this.sessions.prepareClose(invoice.id));
    if (invoice.checkoutSessionId !== null && link === null) {
      return new Prepared(() => subscription.waitUntil(addSeconds(now, LOOK_AGAIN_SECONDS)));
    }
    const charge: Charge = refused
      ? { kind: 'failure', reason: refused }
      : await this.chargeOf(subscription, invoice);
    const change = invoice.isOfChange ? await this.changes.prepareEffect(subscription, invoice, now) : null;
    return new Prepared(() => {
      if (charge.kind === 'debit') {
        if (link) link.apply();
        change?.apply();
        invoice.mandateId = charge.mandateId;
        invoice.pay(now, invoice.mode === 'live' ? `${SUBSCRIPTION_CHARGE_KEY}${invoice.invoiceId}` : null);
        subscription.receivePayment(true);
        charge.book();
      } else if (charge.kind === 'failure' || !invoice.delayCharge(subscription, now))
        invoice.failCharge(charge.reason, subscription, now);
    });
  }

  private async chargeOf(subscription: Subscription, invoice: SubscriptionInvoice): Promise<Charge> {
    const mandate = await this.mandates.byId(subscription.mandateId!);
    const { amount } = invoice;
    if (amount.currency !== mandate.currency || amount.minor > mandate.capMinor)
      return { kind: 'failure', reason: 'exceeds_mandate' };
    if (invoice.mode === 'test') {
      const reason = testOutcomeOf(invoice.customerEmail, invoice.attemptCount + 1);
      return reason
        ? { kind: 'failure', reason }
        : { kind: 'debit', book: () => undefined, mandateId: mandate.id };
    }
    return this.debitOf(subscription, invoice, mandate);
  }

  private async debitOf(
    subscription: Subscription,
    invoice: SubscriptionInvoice,
    mandate: WalletMandate,
  ): Promise<Charge> {
    const { amount } = invoice;
    const payer = { ownerId: mandate.payerId!, accountId: mandate.accountId! };
    const owned = await this.wallets.list(payer.ownerId);
    const wallet = owned.find(({ id }) => id === payer.accountId);
    if (!wallet) return { kind: 'failure', reason: 'wallet_unavailable' };
    const [debited, merchant, standing] = await Promise.all([
      this.costIn(wallet.currency, amount),
      this.accounts.prepareWallet(subscription.ownerId, amount.currency),
      this.directory.standingOf(payer.ownerId),
    ]);
    // What comes in is collected first.
    if (standing?.owes) return { kind: 'failure', reason: 'insufficient_funds' };
    if (!debited) return { kind: 'fault', reason: 'fx_unavailable' };
    if (wallet.balance.compare(debited) < 0) return { kind: 'failure', reason: 'insufficient_funds' };
    const book = () => {
      const { accountId } = merchant.apply();
      this.eventBus.publish(
        new SubscriptionCharged(subscription.id, subscription.ownerId, 'live', {
          subscriptionId: subscription.subscriptionId,
          invoiceId: invoice.invoiceId,
          planName: invoice.planName,
          amount,
          debited,
          payer,
          accountId,
        }),
      );
    };
    return { kind: 'debit', book, mandateId: mandate.id };
  }

  /** What a wallet pays for the amount at the live rate, rounded up; null where there is no valid rate. */
  async costIn(currency: Money['currency'], amount: Money): Promise<Money | null> {
    if (currency === amount.currency) return amount;
    const rate = (await this.fx.customerRatesTo(currency, [amount.currency])).get(amount.currency);
    if (!rate) return null;
    const cost = amount.collectedAs(currency, rate.inverse());
    return cost.isPayable ? cost : null;
  }
}
