import { Injectable } from '@nestjs/common';
import {
  ChargeInquiryService,
  type ChargeOutcome,
  GatewayOutcomeUnknown,
  GatewayRejected,
  PaymentGatewaysService,
  type TokenChargeRequest,
} from '@app/charges';
import { Commands } from '@app/write-path';
import type { CardCharge } from '../card-charge.aggregate';
import { CardChargeRepository } from '../card-charge.repository';
import { ClaimCardCharge } from '../commands/claim-card-charge';
import { RecordCardCharge } from '../commands/record-card-charge';

/** Sends a charge once; from then on it asks the payment company what became of it, and records the answer. */
@Injectable()
export class CollectCardCharge {
  constructor(
    private readonly commands: Commands,
    private readonly charges: CardChargeRepository,
    private readonly gateways: PaymentGatewaysService,
    private readonly inquiry: ChargeInquiryService,
  ) {}

  /** Returns whether the charge has ended. */
  async collect(id: string): Promise<boolean> {
    const charge = await this.charges.byId(id);
    if (charge.status !== 'intended') return this.ask(charge);
    const request = await this.commands.execute(new ClaimCardCharge(id));
    if (!request) return false;
    return this.commands.execute(new RecordCardCharge(id, await this.send(charge, request)));
  }

  /** Asks about a charge that was sent, also one whose failure is known: money may have arrived since. */
  async ask(charge: CardCharge): Promise<boolean> {
    return this.commands.execute(new RecordCardCharge(charge.id, await this.inquiry.about(charge)));
  }

  /** What the payment company answers is no proof of money: its books are. */
  private async send(charge: CardCharge, request: TokenChargeRequest): Promise<ChargeOutcome> {
    try {
      const result = await this.gateways.gatewayOf(charge.mode).gateway.chargeToken(request);
      const { gwRef, authMode, declineReason } = result;
      if (result.kind === 'successful') return await this.inquiry.afterSending(charge, gwRef);
      if (result.kind === 'pending') return { kind: 'waiting', gwRef, authMode };
      return { kind: 'failed', gatewayStatus: 'declined', reason: declineReason ?? 'Declined', gwRef };
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) return this.inquiry.afterSending(charge);
      if (error instanceof GatewayRejected) return this.rejected(charge, error.message);
      throw error;
    }
  }

  /** A company that has the reference already refuses the request, though the charge was made. */
  private async rejected(charge: CardCharge, reason: string): Promise<ChargeOutcome> {
    const known = await this.inquiry.about(charge);
    return known.kind === 'not-found' ? { kind: 'failed', gatewayStatus: 'rejected', reason } : known;
  }
}
