import { Injectable } from '@nestjs/common';
import {
  ChargebackSource,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type ReportedChargeback,
} from '@app/charges';
import { Commands } from '@app/write-path';
import { ChargebackFilesStore } from '../chargeback-files.store';
import { ClaimAnswer, type DueAnswer } from '../commands/claim-answer';
import { type AnswerStep, RecordAnswer } from '../commands/record-answer';

/** What the company says of a chargeback that has each answer; later ones say that it was decided. */
const ANSWERED = { accept: ['accepted', 'lost'], contest: ['contested', 'won', 'lost'] };

/**
 * Sends the evidence and the answer to the company. Without a reply it is repeated; where the company refuses a repeated
 * answer, it is asked whether it has it.
 */
@Injectable()
export class SendAnswer {
  constructor(
    private readonly commands: Commands,
    private readonly source: ChargebackSource,
    private readonly files: ChargebackFilesStore,
  ) {}

  /** Whether nothing is to be sent any more. */
  async send(id: string): Promise<boolean> {
    const answer = await this.commands.execute(new ClaimAnswer(id));
    if (!answer) return false;
    try {
      const step = await this.stepOf(id, answer);
      await this.commands.execute(new RecordAnswer(id, step));
      return true;
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) return false;
      throw error;
    }
  }

  private async stepOf(id: string, { providerId, decision, comment }: DueAnswer): Promise<AnswerStep> {
    try {
      const evidence = await this.upload(id);
      await this.source.answer({ id: providerId, decision, comment, evidence });
      return { kind: 'taken' };
    } catch (error) {
      if (!(error instanceof GatewayRejected)) throw error;
      const known: ReportedChargeback | null = await this.source.byId(providerId);
      return ANSWERED[decision].some((status) => status === known?.status)
        ? { kind: 'taken' }
        : { kind: 'refused', reason: error.message };
    }
  }

  /** The names of the files at the company; those that it has are not sent again. */
  private async upload(id: string): Promise<string[]> {
    const names: string[] = [];
    for (const { id: fileId, jpeg, provider_ref } of await this.files.evidenceOf(id)) {
      const providerRef = provider_ref ?? (await this.source.upload(jpeg!));
      if (!provider_ref)
        await this.commands.execute(new RecordAnswer(id, { kind: 'uploaded', fileId, providerRef }));
      names.push(providerRef);
    }
    return names;
  }
}
