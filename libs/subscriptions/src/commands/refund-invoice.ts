import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type Refund,
  type RefundablePayment,
  RefundablePaymentsService,
  RefundCreationService,
  type RefundRequest,
} from '@app/checkout';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, type Mode, Money, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import { CardChargeRepository } from '../cards/card-charge.repository';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from '../invoices/subscription-invoice.repository';
import { WalletMandateRepository } from '../mandates/wallet-mandate.repository';
import { invoiceNotPaid } from '../subscriptions/subscription.errors';

/** A merchant refunds a paid invoice of a subscription, which keeps its period and its status. */
export class RefundInvoice extends Command<Refund> {
  constructor(
    readonly owner: { ownerId: string; mode: Mode },
    readonly invoiceId: string,
    readonly request: RefundRequest,
  ) {
    super();
  }
}

@CommandHandler(RefundInvoice)
export class RefundInvoiceHandler implements ICommandHandler<RefundInvoice> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly invoices: SubscriptionInvoiceRepository,
    private readonly charges: CardChargeRepository,
    private readonly mandates: WalletMandateRepository,
    private readonly payments: RefundablePaymentsService,
    private readonly refunds: RefundCreationService,
  ) {}

  async execute({ owner, invoiceId, request }: RefundInvoice): Promise<Refund> {
    const { ownerId, mode } = owner;
    const invoice = await this.invoices.findOneBy({ invoiceId, ownerId, mode });
    if (!invoice) throw notFound('Subscription invoice');
    if (invoice.status !== 'paid') throw invoiceNotPaid();
    return this.refunds.create(await this.paymentOf(invoice), request);
  }

  /** What paid the invoice: a saved card, the wallet of a mandate, or its checkout session. */
  private async paymentOf(invoice: SubscriptionInvoice): Promise<RefundablePayment> {
    const { id, ownerId, appId, mode, invoiceId, amount, customerEmail } = invoice;
    const paidAt = invoice.paidAt!;
    const common = { ownerId, appId, mode, paymentId: id, sessionId: null, invoiceId, customerEmail, paidAt };
    const charge = await this.charges.findOneBy({ invoiceKey: id, isApplied: true });
    if (charge) {
      const { gateway, gatewayTransactionId, amount: charged } = charge;
      return {
        ...common,
        method: 'card',
        gateway,
        gatewayTransactionId: gatewayTransactionId!,
        received: charged,
        face: amount,
        charged,
        payerId: null,
      };
    }
    if (invoice.mandateId !== null) {
      const { payerId } = await this.mandates.byId(invoice.mandateId);
      const charged = invoice.settlementKey === null ? amount : await this.debitOf(invoice.settlementKey);
      return {
        ...common,
        method: 'wallet',
        gateway: 'wallet',
        gatewayTransactionId: invoiceId,
        received: charged,
        face: amount,
        charged,
        payerId,
      };
    }
    return this.payments.ofSession(ownerId, mode, invoice.checkoutSessionId ?? '');
  }

  /** What the wallet of the payer was debited, by the natural key of the charge. */
  private async debitOf(settlementKey: string): Promise<Money> {
    const { rows } = await this.pool.query<{ minor: string; currency: Currency }>(
      `SELECT -j.amounts[1] AS minor, a.currency
         FROM ledger.once o JOIN ledger.journals j ON j.id = o.journal_id JOIN ledger.accounts a ON a.id = j.accounts[1]
        WHERE o.key = $1`,
      [settlementKey],
    );
    const { minor, currency } = rows[0]!;
    return new Money(BigInt(minor), currency);
  }
}
