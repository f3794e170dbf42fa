import { Injectable } from '@nestjs/common';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import type { CardChargeResult } from '@app/charges';
import { outcomeOf } from '../charge-outcome.policy';
import type { BegunStep } from '../commands/begin-charge';
import { RecordChargeOutcome } from '../commands/record-charge-outcome';
import { SettleDeposit } from '../commands/settle-deposit';
import { chargeView, refusedCodeView } from '../deposit.view';
import { gatewayRefused } from '../deposit.errors';
import { GatewayInquiry } from '../gateway-inquiry.service';

/** Together with the gateway's own time limit less than a claimed idempotency key lives. */
const QUESTION_MS = 10_000;

/** The second half of every step of a charge: send what was begun, once, and write down what came of it. */
@Injectable()
export class ChargeStep {
  constructor(
    private readonly commands: Commands,
    private readonly inquiry: GatewayInquiry,
  ) {}

  /**
   * An unknown outcome is asked after at once; where that tells nothing either, the answer is `pending` and the
   * deposit settles by event, by verify-gateway or by the job. A repeated step sends nothing: it asks.
   */
  async sendStep(
    context: RequestContext,
    step: 'charge' | 'code',
    { deposit: { id, reference }, isRepeated }: BegunStep,
    send: () => Promise<CardChargeResult>,
  ): Promise<Answer> {
    if (isRepeated) {
      const transaction = await this.inquiry.atOnce(reference, QUESTION_MS);
      return this.commands.answer(context, new SettleDeposit(id, transaction), (deposit) =>
        chargeView(deposit),
      );
    }
    const outcome = await outcomeOf(send);
    const isOpen = outcome.kind === 'successful' || outcome.kind === 'unknown';
    const transaction = isOpen ? await this.inquiry.atOnce(reference, QUESTION_MS) : null;
    const record = new RecordChargeOutcome(id, reference, step, outcome, transaction);
    if (outcome.kind !== 'rejected') {
      const page = outcome.kind === 'pending' ? outcome.redirectUrl : undefined;
      return this.commands.answer(context, record, (deposit) => chargeView(deposit, page));
    }
    if (step === 'code') {
      return this.commands.answer(context, record, (deposit) => refusedCodeView(deposit, outcome.reason));
    }
    await this.commands.execute(record);
    throw gatewayRefused();
  }
}
