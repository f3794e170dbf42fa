import { Injectable } from '@nestjs/common';
import { type CardData, ChargeFlowService, PaymentGatewaysService, requestKeyOf } from '@app/charges';
import type { RequestContext } from '@app/write-path';
import { gatewayRefused } from '../../../common/checkout.errors';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { PayeesQueries } from '../../../sessions/payees.queries';
import { GuestPaymentsService, type Payer } from '../../../buyers/guest-payments.service';
import { SessionTokensService } from '../../../sessions/session-tokens.service';
import { BeginCardAttempt } from '../commands/begin-card-attempt';
import { attemptView } from '../pay.view';

export interface CardPayment {
  sessionId: string;
  card: CardData;
}

/** Pays a session by card. */
@Injectable()
export class PayByCard {
  constructor(
    private readonly flow: ChargeFlowService,
    private readonly guests: GuestPaymentsService,
    private readonly gateways: PaymentGatewaysService,
    private readonly payees: PayeesQueries,
    private readonly tokens: SessionTokensService,
  ) {}

  pay(context: RequestContext, payer: Payer, { sessionId, card }: CardPayment) {
    return this.flow.take(context, {
      kind: 'charge',
      prepare: async () => {
        const { session, buyer } = await this.guests.payable(payer, sessionId);
        const clientAddress = payer.address;
        const { name, gateway } = this.gateways.gatewayOf(session.mode);
        const payee = await this.payees.payeeOf(session);
        return {
          begin: new BeginCardAttempt(session.id, name, requestKeyOf(context), {
            clientAddress,
            buyer,
            payee,
            card: { brand: card.brand, last4: card.last4 },
          }),
          send: ({ reference: txRef, report: { charge } }) =>
            gateway.charge({
              txRef,
              amountMinor: charge.minor,
              currency: charge.currency,
              // The gateway asks for an address; without the buyer's it writes to the merchant.
              email: buyer?.email ?? session.customerEmail ?? payee.email,
              fullName: card.name ?? session.customerName ?? undefined,
              card,
              redirectUrl: this.tokens.returnUrlOf(session),
              clientIp: clientAddress ?? undefined,
              merchantName: payee.name,
            }),
        };
      },
      record: (id, _, outcome) => new RecordOutcome(id, outcome),
      present: attemptView,
      rejected: gatewayRefused,
    });
  }
}
