import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedPayment } from '@app/charges';
import { Clock } from '@app/kernel';
import { CheckoutAttempt } from '../checkout-attempt.aggregate';
import { CheckoutAttemptRepository } from '../checkout-attempt.repository';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';
import { AttemptOutcomesService } from '../attempt-outcomes.service';

/**
 * Writes down money that the gateway confirms on an attempt's account number, once per transaction. The first is the
 * attempt's own; what comes after it, in whatever amount, is an attempt of its own under the same rules.
 */
export class RecordTransfer extends Command<void> {
  constructor(
    readonly attemptId: string,
    readonly payment: ReceivedPayment,
  ) {
    super();
  }
}

@CommandHandler(RecordTransfer)
export class RecordTransferHandler implements ICommandHandler<RecordTransfer> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly outcomes: AttemptOutcomesService,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId, payment }: RecordTransfer): Promise<void> {
    const first = await this.attempts.byId(attemptId);
    const { mode, gateway } = first;
    if (await this.attempts.byTransaction(mode, gateway, payment.gatewayTransactionId)) return;
    const session = await this.sessions.byId(first.checkoutSessionId);
    const before = session.status;
    const now = this.clock.now();
    const isFirst = !first.isSettled;
    const taker = isFirst ? first : CheckoutAttempt.further(first, payment.gatewayTransactionId, now);
    await this.outcomes.apply({ kind: 'paid', payment }, taker, session, now);
    if (session.status !== before) this.sessions.save(session);
    // Saved in either case: two that record at once would otherwise not notice each other.
    this.attempts.save(first);
    if (!isFirst) this.attempts.add(taker);
  }
}
