import { Injectable } from '@nestjs/common';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import { type CardChargeResult, GatewayOutcomeUnknown, GatewayRejected } from '@app/charges';
import type { Mode } from '@app/kernel';
import type { AttemptOutcome } from '../../../attempts/attempt-outcome';
import { CardInquiry } from '../card-inquiry.service';
import { CheckoutAttempts } from '../../../attempts/checkout-attempt.repository';
import { gatewayRefused } from '../../../checkout.errors';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { attemptView } from '../pay.view';

/** The second half of every step of a card payment: send what was begun, once, and write down what came of it. */
@Injectable()
export class CardStep {
  constructor(
    private readonly commands: Commands,
    private readonly attempts: CheckoutAttempts,
    private readonly inquiry: CardInquiry,
  ) {}

  async sendStep(
    context: RequestContext,
    step: 'charge' | 'code',
    begun: { attemptId: string; reference: string; mode: Mode },
    send: () => Promise<CardChargeResult>,
  ): Promise<Answer> {
    const outcome = await this.outcomeOf(step, begun, send);
    const record = new RecordOutcome(begun.attemptId, outcome);
    if (outcome.kind === 'failed' && outcome.gatewayStatus === 'rejected') {
      // Nothing was charged: the key stays free for the same request, sent again.
      await this.commands.execute(record);
      throw gatewayRefused(outcome.reason);
    }
    const refusal = outcome.kind === 'code-refused' ? outcome.reason : undefined;
    return this.commands.answer(context, record, (report) => attemptView(report, refusal));
  }

  /** A step that this very request had begun before it lost its answer: nothing is sent, the gateway is asked. */
  async repeat(context: RequestContext, attemptId: string): Promise<Answer> {
    const attempt = await this.attempts.byId(attemptId);
    const outcome: AttemptOutcome = attempt.isInFlight ? await this.inquiry.about(attempt) : { kind: 'open' };
    return this.commands.answer(context, new RecordOutcome(attemptId, outcome), (report) =>
      attemptView(report),
    );
  }

  private async outcomeOf(
    step: 'charge' | 'code',
    begun: { reference: string; mode: Mode },
    send: () => Promise<CardChargeResult>,
  ): Promise<AttemptOutcome> {
    let result: CardChargeResult;
    try {
      result = await send();
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) return this.inquiry.atOnce(begun);
      if (!(error instanceof GatewayRejected)) throw error;
      const reason = error.message;
      return step === 'code'
        ? { kind: 'code-refused', reason }
        : { kind: 'failed', gatewayStatus: 'rejected', reason };
    }
    const { kind, gwRef, authMode, redirectUrl, declineReason } = result;
    if (kind === 'successful') return this.inquiry.atOnce(begun);
    if (kind === 'pending') return { kind: 'waiting', gwRef, authMode, redirectUrl };
    return { kind: 'failed', gatewayStatus: 'declined', reason: declineReason ?? 'Declined', gwRef };
  }
}
