import { Injectable } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import { Commands, type RequestContext } from '@app/write-path';
import type { DomainError } from '@app/kernel';
import type { ChargeOutcome } from '../charge/charge-outcome.policy';
import type { CardChargeResult } from '../gateway/gateway-messages.port';
import { GatewayOutcomeUnknown, GatewayRejected } from '../gateway/payment-gateway.port';
import { ChargeInquiryService, type ChargeName } from './charge-inquiry.service';

/** A step whose intent is committed. */
export interface BegunStep<R> extends ChargeName {
  id: string;
  /** The same request began it before: the gateway may have been called already. */
  isRepeated: boolean;
  /** Where its charge stands; shown by a dry run, and where a repeated request finds that it has ended. */
  report: R;
  isInFlight: boolean;
}

/** One step of a charge, as the use case that takes it puts it. */
export interface ChargeStep<R, V> {
  kind: 'charge' | 'code';
  /** Reads what the step needs; gives its intent, and the call to the gateway for the time after its commit. */
  prepare(): Promise<{
    begin: Command<BegunStep<R>>;
    send: (begun: BegunStep<R>) => Promise<CardChargeResult>;
  }>;
  record(id: string, reference: string, outcome: ChargeOutcome): Command<R>;
  present(report: R, outcome?: ChargeOutcome): V | DomainError;
  /** What a caller is answered whose charge the gateway did not take at all. */
  rejected(reason: string): DomainError;
}

/** Every step of a charge: intent, gateway, outcome. Nothing is sent twice, also where an answer or a process is lost. */
@Injectable()
export class ChargeFlowService {
  constructor(
    private readonly commands: Commands,
    private readonly inquiry: ChargeInquiryService,
  ) {}

  /** A step that was begun before by the same request sends nothing: it asks. */
  take<R, V>(context: RequestContext, step: ChargeStep<R, V>) {
    return this.commands.flow<BegunStep<R>, V>(context, {
      foresee: async () => ({
        command: (await step.prepare()).begin,
        present: (begun) => step.present(begun.report),
      }),
      run: async (claimed) => {
        const { begin, send } = await step.prepare();
        const begun = await this.commands.execute(begin);
        const outcome = begun.isRepeated
          ? await this.repeated(begun)
          : await this.outcomeOf(step.kind, begun, () => send(begun));
        return this.record(claimed, step, begun, outcome);
      },
    });
  }

  private async record<R, V>(
    context: RequestContext,
    step: ChargeStep<R, V>,
    { id, reference }: BegunStep<R>,
    outcome: ChargeOutcome,
  ) {
    const record = step.record(id, reference, outcome);
    if (outcome.kind === 'failed' && outcome.gatewayStatus === 'rejected') {
      // Nothing was charged: the key stays free for the same request, sent again.
      await this.commands.execute(record);
      throw step.rejected(outcome.reason);
    }
    return this.commands.answer(context, record, (report) => step.present(report as R, outcome));
  }

  private repeated(begun: BegunStep<unknown>): Promise<ChargeOutcome> {
    return begun.isInFlight ? this.inquiry.about(begun) : Promise.resolve({ kind: 'silent' });
  }

  /** What the gateway answers to a step is no proof of money: its books are. */
  private async outcomeOf(
    kind: ChargeStep<unknown, unknown>['kind'],
    charge: ChargeName,
    send: () => Promise<CardChargeResult>,
  ): Promise<ChargeOutcome> {
    let result: CardChargeResult;
    try {
      result = await send();
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) return this.inquiry.afterSending(charge);
      if (!(error instanceof GatewayRejected)) throw error;
      const reason = error.message;
      return kind === 'code'
        ? { kind: 'code-refused', reason }
        : { kind: 'failed', gatewayStatus: 'rejected', reason };
    }
    const { gwRef, gatewayTransactionId, authMode, redirectUrl, declineReason } = result;
    if (result.kind === 'successful') return this.inquiry.afterSending(charge, gwRef);
    if (result.kind === 'pending')
      return { kind: 'waiting', gwRef, gatewayTransactionId, authMode, redirectUrl };
    return { kind: 'failed', gatewayStatus: 'declined', reason: declineReason ?? 'Declined', gwRef };
  }
}
