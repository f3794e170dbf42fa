import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { FxService } from '@app/fx';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { WorkQueue } from '@app/queue';
import type { WithdrawalTerms } from '../withdrawal-terms';
import type { Withdrawal } from '../withdrawal.aggregate';
import { nothingToRecheck, payoutConvertsToNothing } from '../withdrawal.errors';
import { WithdrawalRepository } from '../withdrawal.repository';
import type { WithdrawalStage } from '../withdrawal.states';

const RECHECKED: ReadonlySet<WithdrawalStage> = new Set([
  ...(['sent', 'waiting', 'doubtful', 'stopped', 'held'] as const),
]);

/**
 * Finance has the provider asked about a withdrawal or about money that came back, or has one sent that waits for an
 * exchange rate.
 */
export class RecheckWithdrawal extends Command<Withdrawal> {
  constructor(
    readonly caller: UserCaller,
    readonly uuid: string,
  ) {
    super();
  }
}

@CommandHandler(RecheckWithdrawal)
export class RecheckWithdrawalHandler implements ICommandHandler<RecheckWithdrawal> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly fx: FxService,
    private readonly unit: UnitOfWork,
    private readonly queue: WorkQueue,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for one's own, INVALID_STATE, and FX_RATE_UNAVAILABLE while there is still no rate. */
  async execute({ caller, uuid }: RecheckWithdrawal): Promise<Withdrawal> {
    const withdrawal = await this.withdrawals.byId(uuid);
    assertNotOwn(caller, withdrawal.ownerId, 'recheck a withdrawal');
    if (!RECHECKED.has(withdrawal.stage) && !withdrawal.afterEnd.hasOpenReturn) throw nothingToRecheck();
    const { stage } = withdrawal;
    withdrawal.recheck(this.clock.now(), await this.priceOf(withdrawal.terms));
    this.withdrawals.save(withdrawal);
    this.unit.onCommitted(() => this.queue.add('payout-dispatch', 'wake'));
    this.unit.audit({ subject: withdrawal.id, before: { stage }, after: { stage: withdrawal.stage } });
    return withdrawal;
  }

  private async priceOf({ payout, amount, payoutCurrency: target }: WithdrawalTerms) {
    if (payout !== null) return null;
    const rate = await this.fx.customerRate(amount.currency, target);
    const priced = amount.creditedAs(target, rate);
    if (priced.isZero) throw payoutConvertsToNothing(target);
    return { payout: priced, rate: rate.toDecimal() };
  }
}
