import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { DataSource } from 'typeorm';
import { PaymentRequest } from './payment-request.aggregate';

/** Loads requests for one of the two they concern; to anybody else there are none. */
@Injectable()
export class PaymentRequests extends AggregateStore<PaymentRequest> {
  private readonly byId = this.loaderBy('id');

  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(PaymentRequest, dataSource, unit);
  }

  /** A number no request has had. */
  async nextId(): Promise<string> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
      `SELECT nextval(pg_get_serial_sequence('payment_requests', 'id')) AS id`,
    );
    return row!.id;
  }

  /** One this person is asked to pay. */
  async receivedBy(askedId: string, id: string): Promise<PaymentRequest> {
    const request = await this.byId.read(id);
    return found(request?.askedId === askedId ? request : null);
  }

  /** One this person made. */
  async madeBy(askerId: string, id: string): Promise<PaymentRequest> {
    const request = await this.byId.read(id);
    return found(request?.askerId === askerId ? request : null);
  }
}

function found(request: PaymentRequest | null): PaymentRequest {
  if (!request) throw notFound('Payment request');
  return request;
}
