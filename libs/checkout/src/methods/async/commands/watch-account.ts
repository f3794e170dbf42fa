import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { CheckoutAttempts } from '../../../attempts/checkout-attempt.repository';

/** The account number of an attempt that has ended was looked at: settles when to look again. */
export class WatchAccount extends Command<void> {
  constructor(readonly attemptId: string) {
    super();
  }
}

@CommandHandler(WatchAccount)
export class WatchAccountHandler implements ICommandHandler<WatchAccount> {
  constructor(
    private readonly attempts: CheckoutAttempts,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId }: WatchAccount): Promise<void> {
    const attempt = await this.attempts.byId(attemptId);
    if (attempt.isInFlight) return;
    attempt.watched(this.clock.now());
    this.attempts.save(attempt);
  }
}
