import { Injectable } from '@nestjs/common';
import { type BegunStep, PaymentGatewaysService, requestKeyOf } from '@app/charges';
import { type RequestContext, Commands } from '@app/write-path';
import { addSeconds, Clock } from '@app/kernel';
import { cardWidgetUnavailable } from '../../../common/checkout.errors';
import { BeginCardAttempt } from '../commands/begin-card-attempt';
import type { AttemptReport } from '../../../attempts/attempt-outcomes.service';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { PayeesQueries } from '../../../sessions/payees.queries';
import { GuestPaymentsService, type Payer } from '../../../buyers/guest-payments.service';

/** The buyer types into the gateway's own form for so long at most. */
const LASTS_SECONDS = 30 * 60;

/** Begins a card payment that the gateway's own widget takes: what comes of it is asked for, as always. */
@Injectable()
export class OpenCardWidget {
  constructor(
    private readonly commands: Commands,
    private readonly guests: GuestPaymentsService,
    private readonly gateways: PaymentGatewaysService,
    private readonly payees: PayeesQueries,
    private readonly clock: Clock,
  ) {}

  openWidget(context: RequestContext, payer: Payer, sessionId: string) {
    return this.commands.flow(context, {
      foresee: async () => {
        const { publicKey, command } = await this.begin(context, payer, sessionId);
        return { command, present: (begun) => widgetView(sessionId, publicKey, begun) };
      },
      run: async (claimed) => {
        const { publicKey, command } = await this.begin(context, payer, sessionId);
        const begun = await this.commands.execute(command);
        const { id, reference: gwRef } = begun;
        const expiresAt = addSeconds(this.clock.now(), LASTS_SECONDS);
        const record = new RecordOutcome(id, { kind: 'waiting', gwRef, authMode: null, expiresAt });
        return this.commands.answer(claimed, record, () => widgetView(sessionId, publicKey, begun));
      },
    });
  }

  private async begin(context: RequestContext, payer: Payer, sessionId: string) {
    const { session, buyer } = await this.guests.payable(payer, sessionId);
    const { name, publicKey } = this.gateways.gatewayOf(session.mode);
    if (!publicKey) throw cardWidgetUnavailable();
    const payee = await this.payees.payeeOf(session);
    const by = { clientAddress: payer.address, buyer, payee };
    return { publicKey, command: new BeginCardAttempt(session.id, name, requestKeyOf(context), by) };
  }
}

function widgetView(
  sessionId: string,
  publicKey: string,
  { reference, report: { charge } }: BegunStep<AttemptReport>,
) {
  return {
    session_id: sessionId,
    tx_ref: reference,
    public_key: publicKey,
    amount: charge.toJsonNumber(),
    currency: charge.currency,
  };
}
