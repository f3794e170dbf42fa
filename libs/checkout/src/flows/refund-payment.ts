import { Injectable } from '@nestjs/common';
import { Commands } from '@app/database';
import { GatewayOutcomeUnknown, GatewayRejected } from '@app/deposits';
import { CardGateways } from '../card-gateways';
import { ClaimRefund, type DueRefund } from '../commands/claim-refund';
import { RecordRefund, type RefundOutcome } from '../commands/record-refund';
import { ExternalWallets } from '../methods/external-wallet.port';

/** Sends back money that no session could take. A refund whose outcome nobody heard is repeated under its reference. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly commands: Commands,
    private readonly gateways: CardGateways,
    private readonly wallets: ExternalWallets,
  ) {}

  /** Whether the refund is over, one way or the other. */
  async run(attemptId: string): Promise<boolean> {
    const refund = await this.commands.execute(new ClaimRefund(attemptId));
    const outcome = refund && (await this.send(refund));
    if (!outcome) return false;
    await this.commands.execute(new RecordRefund(attemptId, outcome));
    return true;
  }

  /** Null: not known yet. */
  private async send({
    mode,
    method,
    gatewayTransactionId,
    amount,
    reference,
  }: DueRefund): Promise<RefundOutcome | null> {
    const company = method === 'extwallet' ? this.wallets.of(mode) : this.gateways.of(mode).gateway;
    if (!company) return { kind: 'refused', reason: 'The external wallet is switched off' };
    try {
      const result = await company.refund({ gatewayTransactionId, amountMinor: amount.minor, reference });
      if (result.status === 'failed')
        return { kind: 'refused', reason: 'The payment company could not refund it' };
      return { kind: 'done', refundId: result.refundId };
    } catch (error) {
      if (error instanceof GatewayRejected) return { kind: 'refused', reason: error.message };
      if (error instanceof GatewayOutcomeUnknown) return null;
      throw error;
    }
  }
}
