import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import { ExternalWallets } from '@app/charges';
import { SessionTokensService } from '../../../sessions/session-tokens.service';
import type { Payer } from '../../../buyers/guest-payments.service';
import { AsyncPaymentFlow } from './async-payment-flow';

const LASTS_SECONDS = 60 * 60;
/** As sessions, events and the books call it. */
const EXTWALLET = 'extwallet';

/** Sends the buyer to the external wallet's page; the money is taken once they have approved it there. */
@Injectable()
export class PayByExtwallet {
  constructor(
    private readonly flow: AsyncPaymentFlow,
    private readonly wallets: ExternalWallets,
    private readonly tokens: SessionTokensService,
  ) {}

  pay(context: RequestContext, payer: Payer, sessionId: string) {
    return this.flow.start(context, payer, sessionId, {
      mayBePaidWithoutAnswer: false,
      newAttempt: (session) => {
        session.assertOffers(EXTWALLET);
        return { method: EXTWALLET, choice: '', gateway: EXTWALLET, lastsSeconds: LASTS_SECONDS };
      },
      send: async ({ session, payee, reference, charge }) => {
        const order = await this.wallets.walletOf(session.mode)!.order({
          reference,
          amountMinor: charge.minor,
          currency: charge.currency,
          description: payee.name,
          returnUrl: this.tokens.returnUrlOf(session),
        });
        return {
          kind: 'waiting',
          gwRef: order.id,
          authMode: 'redirect',
          redirectUrl: order.approveUrl,
          instructions: { method: EXTWALLET, choice: '' },
        };
      },
    });
  }
}
