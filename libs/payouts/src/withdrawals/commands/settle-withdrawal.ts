import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import type { LastAnswer } from '../provider-answer.policy';
import type { Withdrawal } from '../withdrawal.aggregate';
import {
  alreadyEnded,
  notAskedLately,
  notKnownUndelivered,
  notSettledByHand,
  providerHasIt,
  withoutRate,
} from '../withdrawal.errors';
import { WithdrawalRepository } from '../withdrawal.repository';
import { SETTLED_BY_HAND } from '../withdrawal.states';

export type Settlement =
  /** It was delivered, under this reference of the bank or the provider. */
  | { action: 'complete'; reference: string; note: string }
  /** It was not delivered; `notDelivered`: finance knows so although the provider, just asked, does not say it. */
  | { action: 'fail'; reason: string; notDelivered: boolean };

/** Answers of a provider that has the payout, so that it may still deliver it. */
const UNDER_WAY: ReadonlySet<LastAnswer> = new Set(['unstarted', 'pending', 'delivered', 'held']);

/** Finance ends a withdrawal. */
export class SettleWithdrawal extends Command<Withdrawal> {
  constructor(
    readonly caller: UserCaller,
    readonly uuid: string,
    readonly settlement: Settlement,
  ) {
    super();
  }
}

@CommandHandler(SettleWithdrawal)
export class SettleWithdrawalHandler implements ICommandHandler<SettleWithdrawal> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for one's own, INVALID_STATE, and CONFLICT where the reference was used before. */
  async execute({ caller, uuid, settlement }: SettleWithdrawal): Promise<Withdrawal> {
    const withdrawal = await this.withdrawals.byId(uuid);
    assertNotOwn(caller, withdrawal.ownerId, 'settle a withdrawal');
    const before = { status: withdrawal.status, stage: withdrawal.stage };
    if (withdrawal.isEnded) throw alreadyEnded(withdrawal.status);
    if (!SETTLED_BY_HAND.has(withdrawal.stage)) throw notSettledByHand(withdrawal.stage);
    const now = this.clock.now();
    this.withdrawals.saveWithCount(withdrawal, () => {
      if (settlement.action === 'complete') this.complete(withdrawal, settlement.reference, now);
      else this.fail(withdrawal, settlement, now);
    });
    const { status, stage, terms } = withdrawal;
    this.unit.audit({
      subject: withdrawal.id,
      before,
      after: {
        status,
        stage,
        amount: terms.amount.text,
        currency: terms.currency,
        ...(settlement.action === 'complete' && { reference: settlement.reference }),
      },
      reason: settlement.action === 'complete' ? settlement.note : settlement.reason,
    });
    return withdrawal;
  }

  private complete(withdrawal: Withdrawal, reference: string, now: Date): void {
    if (withdrawal.terms.payout === null) throw withoutRate();
    withdrawal.completeByHand(reference, now);
  }

  private fail(withdrawal: Withdrawal, settlement: Settlement & { action: 'fail' }, now: Date): void {
    const answer = withdrawal.provider.freshAnswer(now);
    const mayHaveGone = withdrawal.sendings > 0;
    if (mayHaveGone && answer === null) throw notAskedLately();
    if (mayHaveGone && UNDER_WAY.has(answer!)) throw providerHasIt(answer!);
    if (mayHaveGone && answer !== 'unclaimed' && !settlement.notDelivered) throw notKnownUndelivered();
    withdrawal.failByHand(settlement.reason, now);
  }
}
