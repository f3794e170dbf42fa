import { Injectable } from '@nestjs/common';
import { type BegunStep, PaymentGateways, requestKeyOf } from '@app/charges';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import type { Caller } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { cardWidgetUnavailable } from '../../../checkout.errors';
import { BeginCardAttempt } from '../commands/begin-card-attempt';
import type { AttemptReport } from '../../../attempts/attempt-outcomes.service';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { SessionAccess } from '../../../sessions/session-access.service';

/** The buyer types into the gateway's own form for so long at most. */
const LASTS_SECONDS = 30 * 60;

/** Begins a card payment that the gateway's own widget takes: what comes of it is asked for, as always. */
@Injectable()
export class OpenCardWidget {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccess,
    private readonly gateways: PaymentGateways,
    private readonly clock: Clock,
  ) {}

  openWidget(context: RequestContext, caller: Caller, sessionId: string): Promise<Answer> {
    return this.commands.flow(context, {
      foresee: async () => {
        const { publicKey, command } = await this.begin(context, caller, sessionId);
        return { command, present: (begun) => widgetView(sessionId, publicKey, begun) };
      },
      run: async (claimed) => {
        const { publicKey, command } = await this.begin(context, caller, sessionId);
        const begun = await this.commands.execute(command);
        const { id, reference: gwRef } = begun;
        const expiresAt = addSeconds(this.clock.now(), LASTS_SECONDS);
        const record = new RecordOutcome(id, { kind: 'waiting', gwRef, authMode: null, expiresAt });
        return this.commands.answer(claimed, record, () => widgetView(sessionId, publicKey, begun));
      },
    });
  }

  private async begin(context: RequestContext, caller: Caller, sessionId: string) {
    const session = await this.access.payable(caller, sessionId);
    const { name, publicKey } = this.gateways.gatewayOf(session.mode);
    if (!publicKey) throw cardWidgetUnavailable();
    return { publicKey, command: new BeginCardAttempt(session.id, name, requestKeyOf(context)) };
  }
}

function widgetView(
  sessionId: string,
  publicKey: string,
  { reference, report: { charge } }: BegunStep<AttemptReport>,
): object {
  return {
    session_id: sessionId,
    tx_ref: reference,
    public_key: publicKey,
    amount: charge.toJsonNumber(),
    currency: charge.currency,
  };
}
