import { Injectable } from '@nestjs/common';
import { type Answer, type CommandCall, Commands } from '@app/database';
import type { Caller } from '@app/http';
import { CardInquiry } from '../card-inquiry';
import { CheckoutAttempts } from '../checkout-attempts';
import { RecordOutcome } from '../commands/record-outcome';
import { attemptAnswer } from '../pay.view';
import { SessionAccess } from '../session-access';

/** The buyer gives up a step they owe (a PIN, an OTP, the bank's page), to pay in another way. */
@Injectable()
export class CancelCardPayment {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccess,
    private readonly attempts: CheckoutAttempts,
    private readonly inquiry: CardInquiry,
  ) {}

  run(call: CommandCall, caller: Caller, sessionId: string, gwRef: string): Promise<Answer> {
    return this.commands.flow(call, async (claimed) => {
      const session = await this.access.payable(caller, sessionId);
      const attempt = await this.attempts.byGwRef(session.id, gwRef);
      const outcome = await this.inquiry.about(attempt, true);
      return this.commands.answer(claimed, new RecordOutcome(attempt.id, outcome), (report) =>
        attemptAnswer(report),
      );
    });
  }
}
