import { Injectable } from '@nestjs/common';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import { type CardData, PaymentGateways, requestKeyOf } from '@app/charges';
import type { Caller } from '@app/http';
import { BeginCardAttempt } from '../commands/begin-card-attempt';
import { attemptView } from '../pay.view';
import { Payees } from '../../../sessions/payees.queries';
import { SessionAccess } from '../../../sessions/session-access.service';
import { SessionTokens } from '../../../sessions/session-tokens.service';
import { CardStep } from './card-step';

export interface CardPayment {
  sessionId: string;
  card: CardData;
  clientIp: string;
}

/** Pays a session by card: intent, gateway, outcome. Nothing is sent twice, whatever gets lost on the way. */
@Injectable()
export class PayByCard {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccess,
    private readonly gateways: PaymentGateways,
    private readonly payees: Payees,
    private readonly tokens: SessionTokens,
    private readonly step: CardStep,
  ) {}

  pay(context: RequestContext, caller: Caller, { sessionId, card, clientIp }: CardPayment): Promise<Answer> {
    return this.commands.flow(context, {
      foresee: async () => {
        const { command } = await this.begin(context, caller, sessionId);
        return { command, present: ({ report }) => attemptView(report) };
      },
      run: async (claimed) => {
        const { session, gateway, command } = await this.begin(context, caller, sessionId);
        const payee = await this.payees.payeeOf(session);
        const begun = await this.commands.execute(command);
        if (begun.isRepeated) return this.step.repeat(claimed, begun.attemptId);
        return this.step.sendStep(claimed, 'charge', { ...begun, mode: session.mode }, () =>
          gateway.charge({
            txRef: begun.reference,
            amountMinor: begun.charge.minor,
            currency: begun.charge.currency,
            // The gateway asks for an address; without the buyer's it writes to the merchant.
            email: session.customerEmail ?? payee.email,
            fullName: card.name ?? session.customerName ?? undefined,
            card,
            redirectUrl: this.tokens.returnUrlOf(session),
            // A merchant's server is not where the buyer sits.
            clientIp: caller.kind === 'buyer' ? clientIp : undefined,
            merchantName: payee.name,
          }),
        );
      },
    });
  }

  private async begin(context: RequestContext, caller: Caller, sessionId: string) {
    const session = await this.access.payable(caller, sessionId);
    const { name, gateway } = this.gateways.gatewayOf(session.mode);
    return { session, gateway, command: new BeginCardAttempt(session.id, name, requestKeyOf(context)) };
  }
}
