import { Injectable } from '@nestjs/common';
import { ChargeFlow, PaymentGateways, requestKeyOf } from '@app/charges';
import type { Answer, RequestContext } from '@app/write-path';
import { BeginValidation } from '../commands/begin-validation';
import { RecordCharge } from '../commands/record-charge';
import { gatewayRefused } from '../deposit.errors';
import { chargeView } from '../deposit.view';

/** Answers a waiting charge with the buyer's card PIN or one-time password. */
@Injectable()
export class ValidateCharge {
  constructor(
    private readonly flow: ChargeFlow,
    private readonly gateways: PaymentGateways,
  ) {}

  validate(context: RequestContext, ownerId: string, gwRef: string, otp: string): Promise<Answer> {
    const begin = new BeginValidation(ownerId, gwRef, requestKeyOf(context));
    return this.flow.take(context, {
      kind: 'code',
      prepare: () => {
        const send = () => this.gateways.gatewayOf('live').gateway.validate({ gwRef, otp });
        return Promise.resolve({ begin, send });
      },
      record: (id, reference, outcome) => new RecordCharge(id, reference, outcome),
      present: chargeView,
      rejected: gatewayRefused,
    });
  }
}
