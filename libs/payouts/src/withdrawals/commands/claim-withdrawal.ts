import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { FxService } from '@app/fx';
import { addSeconds, Clock, Rate } from '@app/kernel';
import { PayoutLanesStore } from '../payout-lanes.store';
import { RATE_SECONDS, RECHECK_SECONDS } from '../withdrawal-schedule.policy';
import { type ClaimedWithdrawal, WithdrawalRoutesService } from '../withdrawal-routes.service';
import type { Withdrawal, WithdrawalTask } from '../withdrawal.aggregate';
import { WithdrawalRepository } from '../withdrawal.repository';

/** An amount may be worth so much less than what it is paid out as before it is held. */
const MAX_RATE_LOSS = Rate.fromFraction(98n, 100n);

/** Takes a due withdrawal for this process before a provider is called; null where nothing is to be done. */
export class ClaimWithdrawal extends Command<ClaimedWithdrawal | null> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ClaimWithdrawal)
export class ClaimWithdrawalHandler implements ICommandHandler<ClaimWithdrawal> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly routes: WithdrawalRoutesService,
    private readonly lanes: PayoutLanesStore,
    private readonly fx: FxService,
    private readonly directory: UserDirectoryQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: ClaimWithdrawal): Promise<ClaimedWithdrawal | null> {
    const withdrawal = await this.withdrawals.byId(id);
    const now = this.clock.now();
    const { dueAt } = withdrawal;
    if (dueAt === null || dueAt > now) return null;
    const provider = this.routes.providerOf(withdrawal);
    const task = await this.taskOf(withdrawal, provider, now);
    this.withdrawals.save(withdrawal);
    if (task === 'none' || !provider) return null;
    return this.routes.claimed(withdrawal, task, provider);
  }

  private async taskOf(
    withdrawal: Withdrawal,
    provider: ReturnType<WithdrawalRoutesService['providerOf']>,
    now: Date,
  ): Promise<WithdrawalTask> {
    if (withdrawal.stage === 'queued' || withdrawal.waitsForOwner) {
      const owner = await this.directory.standingOf(withdrawal.ownerId);
      if (owner?.frozen !== false) {
        withdrawal.waitForOwner(addSeconds(now, RECHECK_SECONDS));
        return 'none';
      }
      withdrawal.resume();
    }
    if (withdrawal.stage === 'queued' && provider) {
      if (await this.isOverpriced(withdrawal, now)) {
        withdrawal.hold('The exchange rate has moved since it was initiated');
        return 'none';
      }
      const notBefore = await this.lanes.nextTurn(provider);
      if (notBefore) {
        withdrawal.postpone(notBefore);
        return 'none';
      }
    }
    if (!provider && withdrawal.sendings > 0) {
      withdrawal.missProvider(now);
      return 'none';
    }
    return withdrawal.claim(now, provider?.name ?? null);
  }

  /** Whether it was not sent for two hours, and its payout is now worth over 2 % more than what was taken for it. */
  private async isOverpriced(withdrawal: Withdrawal, now: Date): Promise<boolean> {
    const { terms, createdAt, sendings, rateAccepted } = withdrawal;
    const { amount, payout } = terms;
    if (!payout || payout.currency === amount.currency || sendings > 0 || rateAccepted) return false;
    if (now < addSeconds(createdAt, RATE_SECONDS)) return false;
    const rate = await this.fx.currentRateOf(amount.currency, payout.currency);
    return !rate || rate.times(amount.minor, 'down') < MAX_RATE_LOSS.times(payout.minor, 'down');
  }
}
