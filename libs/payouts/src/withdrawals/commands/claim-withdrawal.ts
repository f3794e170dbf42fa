import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Fx } from '@app/fx';
import { addSeconds, Clock, Rate } from '@app/kernel';
import { type PayoutOrder, type PayoutProvider, PayoutRoutes } from '../../providers/payout-provider.port';
import { PayoutLanes } from '../payout-lanes.store';
import { RATE_SECONDS } from '../withdrawal-schedule.policy';
import { WithdrawalDestinations } from '../withdrawal-destinations.service';
import type { Withdrawal, WithdrawalTask } from '../withdrawal.aggregate';
import { Withdrawals } from '../withdrawal.repository';

/** An amount may be worth so much less than what it is paid out as before it is held. */
const MAX_RATE_LOSS = Rate.fromFraction(98n, 100n);
const NARRATION = 'Withdrawal';

/** What to do for a withdrawal, and all that it takes. */
export interface ClaimedWithdrawal {
  task: Exclude<WithdrawalTask, 'none'>;
  provider: PayoutProvider;
  order: PayoutOrder;
  /** Number of the sending. */
  attempt: number;
  providerId: string | null;
}

/** Takes a due withdrawal for this process before a provider is called; null where nothing is to be done. */
export class ClaimWithdrawal extends Command<ClaimedWithdrawal | null> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ClaimWithdrawal)
export class ClaimWithdrawalHandler implements ICommandHandler<ClaimWithdrawal> {
  constructor(
    private readonly withdrawals: Withdrawals,
    private readonly routes: PayoutRoutes,
    private readonly lanes: PayoutLanes,
    private readonly destinations: WithdrawalDestinations,
    private readonly fx: Fx,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: ClaimWithdrawal): Promise<ClaimedWithdrawal | null> {
    const withdrawal = await this.withdrawals.byId(id);
    const now = this.clock.now();
    const { dueAt } = withdrawal;
    if (dueAt === null || dueAt > now) return null;
    const destination = this.destinations.open(withdrawal);
    const provider =
      withdrawal.provider === null
        ? this.routes.providerFor(destination)
        : this.routes.named(withdrawal.provider);
    const task = await this.taskOf(withdrawal, provider, now);
    this.withdrawals.save(withdrawal);
    if (task === 'none' || !provider) return null;
    const order: PayoutOrder = {
      reference: withdrawal.id,
      amount: withdrawal.payout!,
      destination,
      narration: NARRATION,
      orderedAt: withdrawal.createdAt,
    };
    const { sendings: attempt, providerId } = withdrawal;
    return { task, provider, order, attempt, providerId };
  }

  private async taskOf(
    withdrawal: Withdrawal,
    provider: PayoutProvider | undefined,
    now: Date,
  ): Promise<WithdrawalTask> {
    if (withdrawal.stage === 'queued' && provider) {
      const pausedUntil = await this.lanes.pausedUntil(provider.name);
      if (pausedUntil) {
        withdrawal.postpone(pausedUntil);
        return 'none';
      }
      if (await this.isOverpriced(withdrawal, now)) {
        withdrawal.hold('The exchange rate has moved since it was initiated');
        return 'none';
      }
    }
    // A provider that took it and is not configured now is asked once it is configured again.
    if (!provider && withdrawal.provider !== null) {
      withdrawal.postpone(addSeconds(now, RATE_SECONDS));
      return 'none';
    }
    return withdrawal.claim(now, provider?.name ?? null);
  }

  /** Whether it was not sent for two hours, and its payout is now worth over 2 % more than what was taken for it. */
  private async isOverpriced(withdrawal: Withdrawal, now: Date): Promise<boolean> {
    const { amount, payout, createdAt, sendings, rateAccepted } = withdrawal;
    if (!payout || payout.currency === amount.currency || sendings > 0 || rateAccepted) return false;
    if (now < addSeconds(createdAt, RATE_SECONDS)) return false;
    const rate = await this.fx.currentRateOf(amount.currency, payout.currency);
    return !rate || rate.times(amount.minor, 'down') < MAX_RATE_LOSS.times(payout.minor, 'down');
  }
}
