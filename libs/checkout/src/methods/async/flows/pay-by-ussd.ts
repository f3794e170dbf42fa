import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import { PaymentGatewaysService } from '@app/charges';
import type { Payer } from '../../../buyers/guest-payments.service';
import { AsyncPaymentFlow, chargeOf } from './async-payment-flow';

const LASTS_SECONDS = 30 * 60;

/** Gives the buyer a code to dial on the phone that their bank knows. */
@Injectable()
export class PayByUssd {
  constructor(
    private readonly flow: AsyncPaymentFlow,
    private readonly gateways: PaymentGatewaysService,
  ) {}

  pay(context: RequestContext, payer: Payer, sessionId: string, bankCode: string) {
    return this.flow.start(context, payer, sessionId, {
      mayBePaidWithoutAnswer: false,
      newAttempt: ({ mode }) => ({
        method: 'ussd',
        choice: bankCode,
        lastsSeconds: LASTS_SECONDS,
        gateway: this.gateways.gatewayOf(mode).name,
      }),
      send: async (collection) => {
        const { gateway } = this.gateways.gatewayOf(collection.session.mode);
        const { gwRef, code, simulateUrl } = await gateway.ussd({ ...chargeOf(collection), bankCode });
        const instructions = { method: 'ussd', choice: bankCode, code, bank: bankCode, simulateUrl } as const;
        return { kind: 'waiting', gwRef, authMode: null, instructions };
      },
    });
  }
}
