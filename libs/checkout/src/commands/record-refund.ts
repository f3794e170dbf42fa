import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { CheckoutAttempts } from '../checkout-attempts';
import { CheckoutSessions } from '../checkout-sessions';

export type RefundOutcome =
  | { kind: 'done'; refundId: string }
  /** The gateway will not: the money stays in the staff's queue. */
  | { kind: 'refused'; reason: string };

/** Writes down what became of a refund. */
export class RecordRefund extends Command<void> {
  constructor(
    readonly attemptId: string,
    readonly outcome: RefundOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordRefund)
export class RecordRefundHandler implements ICommandHandler<RecordRefund> {
  constructor(
    private readonly attempts: CheckoutAttempts,
    private readonly sessions: CheckoutSessions,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId, outcome }: RecordRefund): Promise<void> {
    const attempt = await this.attempts.byId(attemptId);
    if (attempt.status !== 'unapplied') return;
    const { sessionId } = await this.sessions.byId(attempt.checkoutSessionId);
    if (outcome.kind === 'done') attempt.refunded(outcome.refundId, sessionId, this.clock.now());
    else attempt.refundRefused(outcome.reason);
    this.attempts.save(attempt);
  }
}
