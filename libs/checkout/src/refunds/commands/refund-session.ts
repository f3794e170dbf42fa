import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Mode } from '@app/kernel';
import type { Refund } from '../refund.aggregate';
import { RefundablePaymentsService } from '../refundable-payments.service';
import { RefundCreationService, type RefundRequest } from '../refund-creation.service';

/** A merchant refunds a paid checkout session, in part or in full. */
export class RefundSession extends Command<Refund> {
  constructor(
    readonly ownerId: string,
    readonly mode: Mode,
    readonly sessionId: string,
    readonly request: RefundRequest,
  ) {
    super();
  }
}

@CommandHandler(RefundSession)
export class RefundSessionHandler implements ICommandHandler<RefundSession> {
  constructor(
    private readonly payments: RefundablePaymentsService,
    private readonly creation: RefundCreationService,
  ) {}

  async execute({ ownerId, mode, sessionId, request }: RefundSession): Promise<Refund> {
    return this.creation.create(await this.payments.ofSession(ownerId, mode, sessionId), request);
  }
}
