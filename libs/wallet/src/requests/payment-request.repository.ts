import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { PaymentRequest } from './payment-request.aggregate';

/** Loads requests for the asker or the asked account; other accounts find none. */
@Injectable()
export class PaymentRequestRepository extends AggregateStore<PaymentRequest> {
  private readonly byId = this.loaderBy('id');

  constructor(@InjectRepository(PaymentRequest) rows: Repository<PaymentRequest>, unit: UnitOfWork) {
    super(rows, unit);
  }

  /** A number that was not used before. */
  async nextId(): Promise<string> {
    const [row] = await this.rows.query<{ id: string }[]>(
      `SELECT nextval(pg_get_serial_sequence('payment_requests', 'id')) AS id`,
    );
    return row!.id;
  }

  /** A request that this account is asked to pay. */
  async receivedBy(askedId: string, id: string): Promise<PaymentRequest> {
    const request = await this.byId.read(id);
    return found(request?.askedId === askedId ? request : null);
  }

  /** A request that this account made. */
  async madeBy(askerId: string, id: string): Promise<PaymentRequest> {
    const request = await this.byId.read(id);
    return found(request?.askerId === askerId ? request : null);
  }
}

function found(request: PaymentRequest | null): PaymentRequest {
  if (!request) throw notFound('Payment request');
  return request;
}
