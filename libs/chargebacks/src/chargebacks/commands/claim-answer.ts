import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { ChargebackAlertsStore } from '../chargeback-alerts.store';
import { ChargebackAnswersService } from '../chargeback-answers.service';
import { ChargebackRepository } from '../chargeback.repository';
import type { ChargebackDecision } from '../chargeback.states';

/** Times that an answer is sent without a reply before staff are alerted. */
const TRIES_BEFORE_ALERT = 3;

export interface DueAnswer {
  providerId: string;
  decision: ChargebackDecision;
  /** With what has gone back of the payment already. */
  comment: string;
}

/** Claims the answer to a chargeback before the company is called; null where another process has it. */
export class ClaimAnswer extends Command<DueAnswer | null> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ClaimAnswer)
export class ClaimAnswerHandler implements ICommandHandler<ClaimAnswer> {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly answers: ChargebackAnswersService,
    private readonly alerts: ChargebackAlertsStore,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: ClaimAnswer): Promise<DueAnswer | null> {
    const chargeback = await this.chargebacks.byId(id);
    if (!chargeback.claimAnswer(this.clock.now())) return null;
    this.chargebacks.save(chargeback);
    const { gateway, providerId, stage, tries } = chargeback;
    if (tries > TRIES_BEFORE_ALERT) {
      const detail = 'The company has not replied to the answer';
      await this.alerts.raise({ cause: 'answer-not-taken', gateway, providerId, stage, detail, chargeback });
    }
    const refunds = chargeback.excess.isZero ? [] : await this.answers.refundsOf(chargeback);
    const gone = refunds.length > 0 ? [`Refunded already: ${refunds.join(', ')}`] : [];
    const comment = [chargeback.comment, ...gone].filter((line) => line !== null).join('\n');
    return { providerId, decision: chargeback.decision!, comment };
  }
}
