import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Prepared, PreparedCommand } from '@app/write-path';
import { Clock } from '@app/kernel';
import type { PaymentRequest } from '../payment-request.aggregate';
import { PaymentRequestRepository } from '../payment-request.repository';
import { type Transfer, Transfers } from '../../transfers/commands/transfer-funds';

export interface FulfilledRequest {
  request: PaymentRequest;
  transfer: Transfer;
}

/** Pays a request: it is closed in the commit that moves the money, or neither happens. */
export class FulfillRequest extends PreparedCommand<FulfilledRequest> {
  constructor(
    readonly payerId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(FulfillRequest)
export class FulfillRequestHandler implements ICommandHandler<FulfillRequest> {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly transfers: Transfers,
    private readonly clock: Clock,
  ) {}

  async execute({ payerId, requestId }: FulfillRequest): Promise<Prepared<FulfilledRequest>> {
    const request = await this.requests.receivedBy(payerId, requestId);
    request.assertOpen(this.clock.now());
    const { askerId, amountMinor, currency, note } = request;
    const payment = await this.transfers.prepare({
      senderId: payerId,
      to: { type: 'id', value: askerId },
      amountMinor,
      currency,
      note,
      requestId,
    });
    return new Prepared((): FulfilledRequest => {
      const transfer = payment.apply();
      request.pay(transfer.transactionId, this.clock.now());
      this.requests.save(request);
      return { request, transfer };
    });
  }
}
