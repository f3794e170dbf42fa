import { Injectable } from '@nestjs/common';
import {
  ChargeFlowService,
  type CodeMode,
  PaymentGatewaysService,
  requestKeyOf,
  SentCodesService,
} from '@app/charges';
import type { RequestContext } from '@app/write-path';
import { gatewayRefused } from '../../../common/checkout.errors';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { GuestPaymentsService, type Payer } from '../../../buyers/guest-payments.service';
import { SubmitCardCode } from '../commands/submit-card-code';
import { attemptView } from '../pay.view';

export interface CardCode {
  sessionId: string;
  gwRef: string;
  code: string;
  /** The step that the code is for, where the caller names it. */
  mode?: CodeMode;
}

/** Sends the buyer's card PIN or one-time password to the gateway that asked for it. */
@Injectable()
export class SubmitCardStep {
  constructor(
    private readonly flow: ChargeFlowService,
    private readonly guests: GuestPaymentsService,
    private readonly gateways: PaymentGatewaysService,
    private readonly codes: SentCodesService,
  ) {}

  submit(context: RequestContext, payer: Payer, { sessionId, gwRef, code, mode: step }: CardCode) {
    const submitted = this.codes.submitted(gwRef, code, step);
    return this.flow.take(context, {
      kind: 'code',
      prepare: async () => {
        const { id, mode } = (await this.guests.payable(payer, sessionId)).session;
        return {
          begin: new SubmitCardCode(id, submitted, requestKeyOf(context)),
          send: ({ id: attemptId, report }) => {
            this.codes.remember(attemptId, code);
            return this.gateways.gatewayOf(mode).gateway.validate({ gwRef: report.gwRef!, otp: code });
          },
        };
      },
      record: (id, _, outcome) => new RecordOutcome(id, outcome),
      present: attemptView,
      rejected: gatewayRefused,
    });
  }
}
