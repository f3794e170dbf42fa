import { Injectable } from '@nestjs/common';
import {
  type BegunStep,
  ChargeFlowService,
  type CodeMode,
  PaymentGatewaysService,
  requestKeyOf,
  SentCodesService,
} from '@app/charges';
import type { RequestContext } from '@app/write-path';
import { BeginValidation } from '../commands/begin-validation';
import type { Deposit } from '../deposit.aggregate';
import { RecordCharge } from '../commands/record-charge';
import { gatewayRefused } from '../deposit.errors';
import { chargeView } from '../deposit.view';

/** Answers a waiting charge with the buyer's card PIN or one-time password. */
@Injectable()
export class ValidateCharge {
  constructor(
    private readonly flow: ChargeFlowService,
    private readonly gateways: PaymentGatewaysService,
    private readonly codes: SentCodesService,
  ) {}

  /** `mode`: the step that the code is for, where the caller names it. */
  validate(
    context: RequestContext,
    ownerId: string,
    { gwRef, otp, mode }: { gwRef: string; otp: string; mode?: CodeMode },
  ) {
    const submitted = this.codes.submitted(gwRef, otp, mode);
    const begin = new BeginValidation(ownerId, submitted, requestKeyOf(context));
    return this.flow.take(context, {
      kind: 'code',
      prepare: () => {
        return Promise.resolve({
          begin,
          send: ({ id, report }: BegunStep<Deposit>) => {
            this.codes.remember(id, otp);
            return this.gateways.gatewayOf('live').gateway.validate({ gwRef: report.gwRef!, otp });
          },
        });
      },
      record: (id, reference, outcome) => new RecordCharge(id, reference, outcome),
      present: chargeView,
      rejected: gatewayRefused,
    });
  }
}
