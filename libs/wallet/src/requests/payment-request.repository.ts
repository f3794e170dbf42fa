import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { DataSource } from 'typeorm';
import { PaymentRequest } from './payment-request.aggregate';

/** Loads requests for the asker or the asked account; other accounts find none. */
@Injectable()
export class PaymentRequests extends AggregateStore<PaymentRequest> {
  private readonly byId = this.loaderBy('id');

  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(PaymentRequest, dataSource, unit);
  }

  /** A number that was not used before. */
  async nextId(): Promise<string> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
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
