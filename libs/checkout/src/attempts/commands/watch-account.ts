import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock } from '@app/kernel';
import { FIRST_WATCH_SECONDS } from '../checkout-attempt.aggregate';
import { CheckoutAttemptRepository } from '../checkout-attempt.repository';

/** Account numbers are looked at for this long after their attempt has ended. */
const WATCHED_SECONDS = 3 * 24 * 3600;

/** Records that the account number of an ended attempt was looked at, and when to look again. */
export class WatchAccount extends Command<void> {
  constructor(readonly attemptId: string) {
    super();
  }
}

@CommandHandler(WatchAccount)
export class WatchAccountHandler implements ICommandHandler<WatchAccount> {
  constructor(
    private readonly attempts: CheckoutAttemptRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId }: WatchAccount): Promise<void> {
    const attempt = await this.attempts.byId(attemptId);
    if (attempt.isInFlight) return;
    attempt.watchNextAt(nextLookAt(attempt.endedAt!, this.clock.now()));
    this.attempts.save(attempt);
  }
}

/** The interval grows with the time since the end; null once the time to watch is over. */
function nextLookAt(ended: Date, now: Date): Date | null {
  const ageSeconds = (now.getTime() - ended.getTime()) / 1000;
  return ageSeconds >= WATCHED_SECONDS ? null : addSeconds(now, Math.max(ageSeconds, FIRST_WATCH_SECONDS));
}
