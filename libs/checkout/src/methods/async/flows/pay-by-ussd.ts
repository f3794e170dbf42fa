import { Injectable } from '@nestjs/common';
import type { Answer, CommandCall } from '@app/write-path';
import type { Caller } from '@app/http';
import { CardGateways } from '../../card/card-gateways.service';
import { MethodStep } from './async-payment-flow';

const LASTS_SECONDS = 30 * 60;

/** Gives the buyer a code to dial on the phone that their bank knows. */
@Injectable()
export class PayByUssd {
  constructor(
    private readonly step: MethodStep,
    private readonly gateways: CardGateways,
  ) {}

  run(call: CommandCall, caller: Caller, sessionId: string, bankCode: string): Promise<Answer> {
    return this.step.run(call, caller, sessionId, {
      mayBePaidUnheard: false,
      wish: ({ mode }) => ({
        ...{ method: 'ussd', choice: bankCode, lastsSeconds: LASTS_SECONDS },
        gateway: this.gateways.of(mode).name,
      }),
      send: async ({ session, payee, reference, charge }) => {
        const { gwRef, code, simulateUrl } = await this.gateways.of(session.mode).gateway.ussd({
          txRef: reference,
          amountMinor: charge.minor,
          currency: charge.currency,
          email: session.customerEmail ?? payee.email,
          fullName: session.customerName ?? undefined,
          bankCode,
        });
        const instructions = { method: 'ussd', choice: bankCode, code, bank: bankCode, simulateUrl } as const;
        return { kind: 'waiting', gwRef, authMode: null, instructions };
      },
    });
  }
}
