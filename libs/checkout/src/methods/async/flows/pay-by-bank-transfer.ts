import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import { Clock } from '@app/kernel';
import { PaymentGatewaysService } from '@app/charges';
import type { Payer } from '../../../buyers/guest-payments.service';
import { AsyncPaymentFlow, chargeOf } from './async-payment-flow';

/** Longer than banks take, shorter than a buyer should think about it. */
const LASTS_SECONDS = 24 * 3600;

/** Gives the buyer an account number of their own to transfer to. Asked for again, the same. */
@Injectable()
export class PayByBankTransfer {
  constructor(
    private readonly flow: AsyncPaymentFlow,
    private readonly gateways: PaymentGatewaysService,
    private readonly clock: Clock,
  ) {}

  pay(context: RequestContext, payer: Payer, sessionId: string) {
    return this.flow.start(context, payer, sessionId, {
      mayBePaidWithoutAnswer: false,
      newAttempt: ({ mode }) => ({
        method: 'bank_transfer',
        choice: '',
        lastsSeconds: LASTS_SECONDS,
        gateway: this.gateways.gatewayOf(mode).name,
      }),
      send: async (collection) => {
        const { session, payee, expiresAt } = collection;
        const offer = await this.gateways.gatewayOf(session.mode).gateway.bankTransfer({
          ...chargeOf(collection),
          expiresInSeconds: Math.ceil((expiresAt.getTime() - this.clock.now().getTime()) / 1000),
          narration: payee.name,
        });
        const { accountNumber, bankName, note, simulateUrl } = offer;
        const account = { accountNumber, bankName, accountName: payee.name };
        return {
          kind: 'waiting',
          gwRef: offer.gwRef,
          authMode: null,
          expiresAt: offer.expiresAt ?? undefined,
          instructions: { method: 'bank_transfer', choice: '', ...account, note, simulateUrl },
        };
      },
    });
  }
}
