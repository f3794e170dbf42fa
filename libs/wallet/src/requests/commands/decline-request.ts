import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { Clock } from '@app/kernel';
import type { PaymentRequest } from '../payment-request.aggregate';
import { PaymentRequestRepository } from '../payment-request.repository';

/** The asked account declines a payment request. */
export class DeclineRequest extends Command<PaymentRequest> {
  constructor(
    readonly askedId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(DeclineRequest)
export class DeclineRequestHandler implements ICommandHandler<DeclineRequest> {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ askedId, requestId }: DeclineRequest): Promise<PaymentRequest> {
    const request = await this.requests.receivedBy(askedId, requestId);
    const { usertag } = (await this.directory.byId(askedId))!;
    request.decline(usertag, this.clock.now());
    this.requests.save(request);
    return request;
  }
}
