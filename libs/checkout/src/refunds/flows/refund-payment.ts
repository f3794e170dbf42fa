import { Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import {
  type ExternalWallet,
  ExternalWallets,
  GatewayNotNow,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type PaymentGateway,
  PaymentGatewaysService,
  RefundNotSupported,
  type RefundResult,
} from '@app/charges';
import { Money } from '@app/kernel';
import { ClaimRefund, type DueRefund } from '../commands/claim-refund';
import { RecordRefund, type RefundOutcome } from '../commands/record-refund';
import type { RailOutcome } from '../refund-rail.port';
import { RefundRailsService } from '../refund-rails.service';

/**
 * Has the company that collected a payment send a refund of it, or the rail pay it to the account that the payer has named.
 * A refund without an answer is repeated under its reference by the company, and asked about by the rail; one that was
 * taken and not carried out is asked about until it is.
 */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly commands: Commands,
    private readonly gateways: PaymentGatewaysService,
    private readonly wallets: ExternalWallets,
    private readonly rails: RefundRailsService,
  ) {}

  /** Whether the refund is over, one way or the other. */
  async refund(id: string): Promise<boolean> {
    const refund = await this.commands.execute(new ClaimRefund(id));
    const outcome = refund && (await this.outcomeOf(refund));
    if (!outcome) return false;
    await this.commands.execute(new RecordRefund(id, refund.payout ? 'account' : 'provider', outcome));
    return outcome.kind !== 'pending' && outcome.kind !== 'postponed';
  }

  /** Null: not known yet. */
  private async outcomeOf(refund: DueRefund): Promise<RefundOutcome | null> {
    const { mode, method, providerId, reference, course, payout } = refund;
    if (payout) return railOutcome(await this.rails.rail[payout.task](payout.order));
    if (course === 'fail') return { kind: 'refused', reason: 'The refund was to fail, by its refund_ref' };
    if (course === 'account')
      return { kind: 'unsupported', reason: 'The refund was to need an account, by its refund_ref' };
    if (course === 'pending')
      return { kind: providerId === null ? 'pending' : 'done', providerId: `sim_${reference}` };
    const company =
      method === 'extwallet' ? this.wallets.walletOf(mode) : this.gateways.gatewayOf(mode).gateway;
    if (!company) return refusal(providerId, 'The external wallet is switched off');
    try {
      const result = await (providerId === null ? send(company, refund) : company.refundById(providerId));
      return result ? outcomeIn(result, refund) : refusal(providerId, 'The payment company does not know it');
    } catch (error) {
      if (error instanceof RefundNotSupported) return { kind: 'unsupported', reason: error.message };
      if (error instanceof GatewayNotNow)
        return providerId === null ? { kind: 'postponed', until: null } : null;
      if (error instanceof GatewayRejected) return refusal(providerId, error.message);
      if (error instanceof GatewayOutcomeUnknown) return null;
      throw error;
    }
  }
}

function send(company: PaymentGateway | ExternalWallet, refund: DueRefund): Promise<RefundResult> {
  const { gatewayTransactionId, amount, reference } = refund;
  return company.refund({ gatewayTransactionId, amountMinor: amount.minor, reference });
}

function railOutcome(outcome: RailOutcome): RefundOutcome | null {
  switch (outcome.result) {
    case 'delivered':
      return { kind: 'done', providerId: outcome.providerId, fee: outcome.fee };
    case 'taken':
      return { kind: 'pending', providerId: outcome.providerId };
    case 'refused':
      // The words of the provider may contain the account, which the merchant does not learn.
      return { kind: 'refused', reason: 'The account that the payer named could not be paid' };
    case 'unclear':
      return { kind: 'unclear', reason: outcome.reason };
    case 'postponed':
      return { kind: 'postponed', until: outcome.until };
    case 'absent':
      return { kind: 'absent' };
    case 'unanswered':
      return null;
  }
}

/** What a company says of a refund is believed where it names the amount that was asked for. */
function outcomeIn(
  { status, refundId: providerId, amountMinor }: RefundResult,
  { amount }: DueRefund,
): RefundOutcome {
  if (status === 'failed') return { kind: 'refused', reason: 'The payment company could not refund it' };
  if (status === 'pending') return { kind: 'pending', providerId };
  if (amountMinor === amount.minor) return { kind: 'done', providerId };
  const refunded = new Money(amountMinor, amount.currency);
  return {
    kind: 'unclear',
    reason:
      `The payment company says that it refunded ${refunded.text} ${refunded.currency} as ${providerId}, ` +
      `where ${amount.text} ${amount.currency} were asked for: look it up there`,
  };
}

/** A request that is refused came to nothing; a question that is refused says nothing of the refund asked about. */
function refusal(providerId: string | null, reason: string): RefundOutcome {
  if (providerId === null) return { kind: 'refused', reason };
  return {
    kind: 'unclear',
    reason: `The payment company took the refund as ${providerId}, and no longer tells what became of it (${reason}): look it up there`,
  };
}
