import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { PaymentRequest } from '../payment-request.aggregate';
import { PaymentRequestRepository } from '../payment-request.repository';

/** The asker takes back a payment request. */
export class CancelRequest extends Command<PaymentRequest> {
  constructor(
    readonly askerId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelRequest)
export class CancelRequestHandler implements ICommandHandler<CancelRequest> {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ askerId, requestId }: CancelRequest): Promise<PaymentRequest> {
    const request = await this.requests.madeBy(askerId, requestId);
    request.cancel(this.clock.now());
    this.requests.save(request);
    return request;
  }
}
