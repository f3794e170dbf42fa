import { Injectable } from '@nestjs/common';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import type { Caller } from '@app/http';
import { PaymentGateways, requestKeyOf } from '@app/charges';
import { SubmitCardCode } from '../commands/submit-card-code';
import { attemptView } from '../pay.view';
import { SessionAccess } from '../../../sessions/session-access.service';
import { CardStep } from './card-step';

/** Sends the buyer's card PIN or one-time password to the gateway that asked for it. */
@Injectable()
export class SubmitCardStep {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccess,
    private readonly gateways: PaymentGateways,
    private readonly step: CardStep,
  ) {}

  submit(
    context: RequestContext,
    caller: Caller,
    sessionId: string,
    gwRef: string,
    code: string,
  ): Promise<Answer> {
    return this.commands.flow(context, {
      foresee: async () => {
        const { id } = await this.access.payable(caller, sessionId);
        const command = new SubmitCardCode(id, gwRef, requestKeyOf(context));
        return { command, present: ({ report }) => attemptView(report) };
      },
      run: async (claimed) => {
        const session = await this.access.payable(caller, sessionId);
        const { gateway } = this.gateways.gatewayOf(session.mode);
        const begun = await this.commands.execute(
          new SubmitCardCode(session.id, gwRef, requestKeyOf(context)),
        );
        if (begun.isRepeated) return this.step.repeat(claimed, begun.attemptId);
        return this.step.sendStep(claimed, 'code', { ...begun, mode: session.mode }, () =>
          gateway.validate({ gwRef, otp: code }),
        );
      },
    });
  }
}
