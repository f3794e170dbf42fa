import { Inject, Injectable } from '@nestjs/common';
import {
  ChargeInquiryService,
  PaymentGatewaysService,
  type ReceivedPayment,
  type UnknownCharges,
} from '@app/charges';
import { LOGGER } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { CreditInflow } from '../commands/credit-inflow';
import { referenceOf, VirtualAccountsStore } from '../virtual-accounts.store';

/** Until a gateway that did not answer is asked again. */
const AWAY_SECONDS = 3600;
/** How long a transfer may be missing in the gateway's list after it was made. */
const OVERLAP_SECONDS = 3 * 24 * 3600;

/** Asks the gateway about transfers to account numbers and credits what it confirms. Asking twice does no harm. */
@Injectable()
export class CollectInflows implements UnknownCharges {
  constructor(
    private readonly commands: Commands,
    private readonly gateways: PaymentGatewaysService,
    private readonly inquiry: ChargeInquiryService,
    private readonly accounts: VirtualAccountsStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  due(now: Date, limit: number): Promise<string[]> {
    return this.accounts.due(now, limit);
  }

  /** Daily: credits the transfers whose events were lost. */
  async resolve(ownerId: string): Promise<boolean> {
    const startedAt = this.clock.now();
    const lastCheck = await this.accounts.lastCheck(ownerId);
    const since = lastCheck ? addSeconds(lastCheck, -OVERLAP_SECONDS) : undefined;
    const charge = { mode: 'live' as const, reference: referenceOf(ownerId) };
    const payments = await this.inquiry.payments(charge, null, since);
    if (!payments) {
      await this.accounts.postponeCheck(ownerId, AWAY_SECONDS);
      return false;
    }
    for (const payment of payments) await this.credit(ownerId, payment);
    await this.accounts.recordCheck(ownerId, startedAt);
    return true;
  }

  /** The transaction that an event names. Throws GATEWAY_ERROR where the gateway does not answer. */
  async collect(ownerId: string, transactionId: string): Promise<void> {
    const found = await this.inquiry.byTransaction('live', transactionId);
    if (found?.reference !== referenceOf(ownerId) || found.outcome.kind !== 'paid') return;
    await this.credit(ownerId, found.outcome.payment);
  }

  private async credit(ownerId: string, { gatewayTransactionId, amount }: ReceivedPayment): Promise<void> {
    if (amount.currency !== 'NGN') {
      this.log.error(
        { ownerId, gatewayTransactionId },
        `a transfer to an account number in ${amount.currency}`,
      );
      return;
    }
    const gateway = this.gateways.gatewayOf('live').name;
    await this.commands.execute(new CreditInflow({ ownerId, gateway, gatewayTransactionId, amount }));
  }
}
