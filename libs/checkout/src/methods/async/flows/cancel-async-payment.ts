import { Injectable } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import type { Caller } from '@app/http';
import { AbandonAttempt } from '../../../attempts/commands/abandon-attempt';
import { SessionAccessService } from '../../../sessions/session-access.service';
import { SettleAttempt } from '../../../attempts/flows/settle-attempt';

/** The buyer comes back from a payment elsewhere without having paid, to choose another way. */
@Injectable()
export class CancelAsyncPayment {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccessService,
    private readonly settle: SettleAttempt,
  ) {}

  cancel(context: RequestContext, caller: Caller, sessionId: string) {
    const present = (given: { sessionId: string; status: string }) => ({
      session_id: given.sessionId,
      status: given.status,
    });
    return this.commands.flow(context, {
      foresee: async () => {
        const { id } = await this.access.payable(caller, sessionId);
        return { command: new AbandonAttempt(id), present };
      },
      run: async (claimed) => {
        const { id, status, attemptId } = await this.access.payable(caller, sessionId);
        // The money may have arrived before its event.
        if (status === 'processing') await this.settle.settleForClient(attemptId!);
        return this.commands.answer(claimed, new AbandonAttempt(id), present);
      },
    });
  }
}
