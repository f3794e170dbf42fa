import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ChargebackAlertsStore } from '../chargeback-alerts.store';
import { ChargebackFilesStore } from '../chargeback-files.store';
import { ChargebackRepository } from '../chargeback.repository';

/** The company has a file, has taken the answer, or refuses it. */
export type AnswerStep =
  | { kind: 'uploaded'; fileId: string; providerRef: string }
  | { kind: 'taken' }
  | { kind: 'refused'; reason: string };

/** Records a step of sending the answer to a chargeback. */
export class RecordAnswer extends Command<void> {
  constructor(
    readonly id: string,
    readonly step: AnswerStep,
  ) {
    super();
  }
}

@CommandHandler(RecordAnswer)
export class RecordAnswerHandler implements ICommandHandler<RecordAnswer> {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly files: ChargebackFilesStore,
    private readonly alerts: ChargebackAlertsStore,
  ) {}

  async execute({ id, step }: RecordAnswer): Promise<void> {
    if (step.kind === 'uploaded') return this.files.sent(step.fileId, step.providerRef);
    const chargeback = await this.chargebacks.byId(id);
    chargeback.answerSent();
    this.chargebacks.save(chargeback);
    if (step.kind === 'taken') return;
    const { gateway, providerId, stage } = chargeback;
    const detail = step.reason.slice(0, 500);
    await this.alerts.raise({ cause: 'answer-not-taken', gateway, providerId, stage, detail, chargeback });
  }
}
