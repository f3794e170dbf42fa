import { Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import {
  type ExternalWallet,
  ExternalWallets,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type PaymentGateway,
  PaymentGatewaysService,
  type RefundResult,
} from '@app/charges';
import { Money } from '@app/kernel';
import { ClaimRefund, type DueRefund } from '../commands/claim-refund';
import { RecordRefund, type RefundOutcome } from '../commands/record-refund';

/**
 * Sends back money that no session could take. A refund whose outcome is unconfirmed is repeated under its reference; one
 * that the company has taken and not carried out is asked about until it has.
 */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly commands: Commands,
    private readonly gateways: PaymentGatewaysService,
    private readonly wallets: ExternalWallets,
  ) {}

  /** Whether the refund is over, one way or the other. */
  async refund(attemptId: string): Promise<boolean> {
    const refund = await this.commands.execute(new ClaimRefund(attemptId));
    const outcome = refund && (await this.outcomeOf(refund));
    if (!outcome) return false;
    await this.commands.execute(new RecordRefund(attemptId, outcome));
    return outcome.kind !== 'pending';
  }

  /** Null: not known yet. */
  private async outcomeOf(refund: DueRefund): Promise<RefundOutcome | null> {
    const { mode, method, refundId } = refund;
    const company =
      method === 'extwallet' ? this.wallets.walletOf(mode) : this.gateways.gatewayOf(mode).gateway;
    if (!company) return refusal(refundId, 'The external wallet is switched off');
    try {
      const result = await (refundId === null ? send(company, refund) : company.refundById(refundId));
      return result ? outcomeIn(result, refund) : refusal(refundId, 'The payment company does not know it');
    } catch (error) {
      if (error instanceof GatewayRejected) return refusal(refundId, error.message);
      if (error instanceof GatewayOutcomeUnknown) return null;
      throw error;
    }
  }
}

function send(company: PaymentGateway | ExternalWallet, refund: DueRefund): Promise<RefundResult> {
  const { gatewayTransactionId, amount, reference } = refund;
  return company.refund({ gatewayTransactionId, amountMinor: amount.minor, reference });
}

/** What a company says of a refund is believed where it names the amount that was asked for. */
function outcomeIn({ status, refundId, amountMinor }: RefundResult, { amount }: DueRefund): RefundOutcome {
  if (status === 'failed') return { kind: 'refused', reason: 'The payment company could not refund it' };
  if (status === 'pending') return { kind: 'pending', refundId };
  if (amountMinor === amount.minor) return { kind: 'done', refundId };
  const refunded = new Money(amountMinor, amount.currency);
  return {
    kind: 'unclear',
    reason:
      `The payment company says that it refunded ${refunded.text} ${refunded.currency} as ${refundId}, ` +
      `where ${amount.text} ${amount.currency} were asked for: look it up there`,
  };
}

/** A request that is refused came to nothing; a question that is refused says nothing of the refund asked about. */
function refusal(refundId: string | null, reason: string): RefundOutcome {
  if (refundId === null) return { kind: 'refused', reason };
  return {
    kind: 'unclear',
    reason: `The payment company took the refund as ${refundId}, and no longer tells what became of it (${reason}): look it up there`,
  };
}
