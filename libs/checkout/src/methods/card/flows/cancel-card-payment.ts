import { Injectable } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import type { Caller } from '@app/http';
import { ChargeInquiryService, QuestionPaceService } from '@app/charges';
import { type AttemptReport, giveUp } from '../../../attempts/attempt-outcomes.service';
import type { CheckoutAttempt } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttemptRepository } from '../../../attempts/checkout-attempt.repository';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { attemptView } from '../pay.view';
import { SessionAccessService } from '../../../sessions/session-access.service';

/** The buyer gives up a step they owe (a PIN, an OTP, the bank's page), to pay in another way. */
@Injectable()
export class CancelCardPayment {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccessService,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly inquiry: ChargeInquiryService,
    private readonly pace: QuestionPaceService,
  ) {}

  cancel(context: RequestContext, caller: Caller, sessionId: string, gwRef: string) {
    return this.commands.flow(context, {
      // The gateway is not asked: it is taken for granted that no money came meanwhile.
      foresee: async () => {
        const { id } = await this.attempt(caller, sessionId, gwRef);
        return { command: new RecordOutcome(id, { kind: 'abandoned' }), present };
      },
      run: async (claimed) => {
        const attempt = await this.attempt(caller, sessionId, gwRef);
        const ask = () => this.inquiry.about(attempt);
        const answer = await this.pace.ask(`attempt ${attempt.id}`, 'charge', ask);
        const outcome = giveUp(answer, attempt);
        return this.commands.answer(claimed, new RecordOutcome(attempt.id, outcome), present);
      },
    });
  }

  private async attempt(caller: Caller, sessionId: string, gwRef: string): Promise<CheckoutAttempt> {
    const session = await this.access.payable(caller, sessionId);
    return this.attempts.byGwRef(session.id, gwRef);
  }
}

const present = (report: AttemptReport) => attemptView(report);
