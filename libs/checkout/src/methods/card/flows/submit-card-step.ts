import { Injectable } from '@nestjs/common';
import { ChargeFlow, PaymentGateways, requestKeyOf } from '@app/charges';
import type { Answer, RequestContext } from '@app/write-path';
import { gatewayRefused } from '../../../checkout.errors';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { GuestPayments, type Payer } from '../../../buyers/guest-payments.service';
import { SubmitCardCode } from '../commands/submit-card-code';
import { attemptView } from '../pay.view';

/** Sends the buyer's card PIN or one-time password to the gateway that asked for it. */
@Injectable()
export class SubmitCardStep {
  constructor(
    private readonly flow: ChargeFlow,
    private readonly guests: GuestPayments,
    private readonly gateways: PaymentGateways,
  ) {}

  submit(
    context: RequestContext,
    payer: Payer,
    sessionId: string,
    gwRef: string,
    code: string,
  ): Promise<Answer> {
    return this.flow.take(context, {
      kind: 'code',
      prepare: async () => {
        const { id, mode } = (await this.guests.payable(payer, sessionId)).session;
        return {
          begin: new SubmitCardCode(id, gwRef, requestKeyOf(context)),
          send: () => this.gateways.gatewayOf(mode).gateway.validate({ gwRef, otp: code }),
        };
      },
      record: (id, _, outcome) => new RecordOutcome(id, outcome),
      present: attemptView,
      rejected: gatewayRefused,
    });
  }
}
