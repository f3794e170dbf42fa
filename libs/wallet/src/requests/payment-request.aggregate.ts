import { minorUnits } from '@app/database';
import { addSeconds, Aggregate, type Currency, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { requestClosed } from './payment-request.errors';
import { PaymentRequestDeclined, PaymentRequested } from './payment-request.events';
import { requestStates, type RequestStatus, type RequestVerb } from './payment-request.states';

/** How long a request can be paid. */
export const REQUEST_SECONDS = 7 * 24 * 3600;

interface NewRequest {
  id: string;
  askerId: string;
  askedId: string;
  amount: Money;
  note: string | null;
  createdAt: Date;
}

/** An amount that one account asks another to pay, once and before it expires. */
@Entity('payment_requests')
export class PaymentRequest extends Aggregate {
  /** A number that counts up, as text; the wire has it as a number. */
  @PrimaryColumn('bigint')
  id: string;

  @Column({ type: 'uuid', name: 'asker_id', update: false })
  askerId: string;

  /** Who is to pay. */
  @Column({ type: 'uuid', name: 'asked_id', update: false })
  askedId: string;

  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, update: false })
  amountMinor: bigint;

  @Column({ type: 'text', update: false })
  currency: Currency;

  @Column({ type: 'text', nullable: true, update: false })
  note: string | null;

  /** As stored; `statusAt` gives the current status. */
  @Column('text')
  status: RequestStatus;

  /** The transfer that paid it. */
  @Column('uuid', { name: 'transaction_id', nullable: true })
  transactionId: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', update: false })
  createdAt: Date;

  /** From this instant on it cannot be paid. */
  @Column({ type: 'timestamptz', name: 'expires_at', update: false })
  expiresAt: Date;

  /** When it was paid, declined or cancelled. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  @Column('int')
  override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(fields?: NewRequest) {
    super();
    if (!fields) return;
    this.id = fields.id;
    this.askerId = fields.askerId;
    this.askedId = fields.askedId;
    this.amountMinor = fields.amount.minor;
    this.currency = fields.amount.currency;
    this.note = fields.note;
    this.status = requestStates.initial;
    this.transactionId = null;
    this.createdAt = fields.createdAt;
    this.expiresAt = addSeconds(fields.createdAt, REQUEST_SECONDS);
    this.closedAt = null;
  }

  static make(
    given: Omit<NewRequest, 'amount' | 'createdAt'>,
    amount: Money,
    askerTag: string,
    now: Date,
  ): PaymentRequest {
    const request = new PaymentRequest({ ...given, amount, createdAt: now });
    const { id, askerId, askedId, note, expiresAt } = request;
    request.record(
      new PaymentRequested(id, askerId, 'live', {
        requestId: id,
        asker: askerTag,
        askedId,
        amount,
        note,
        expiresAt: expiresAt.toISOString(),
      }),
    );
    return request;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  /** The status with expiry applied: an expired request is not rewritten. */
  statusAt(now: Date): RequestStatus {
    const isOver = this.status === 'pending' && this.expiresAt <= now;
    return isOver ? requestStates.next(this.status, 'expire') : this.status;
  }

  /** Throws INVALID_STATE where the request is closed or has expired. */
  assertOpen(now: Date): void {
    const status = this.statusAt(now);
    if (requestStates.isTerminal(status)) throw requestClosed(status);
  }

  pay(transactionId: string, now: Date): void {
    this.close('pay', now);
    this.transactionId = transactionId;
  }

  decline(askedTag: string, now: Date): void {
    this.close('decline', now);
    const { id, askerId, amount } = this;
    this.record(new PaymentRequestDeclined(id, askerId, 'live', { requestId: id, asked: askedTag, amount }));
  }

  cancel(now: Date): void {
    this.close('cancel', now);
  }

  private close(verb: RequestVerb, now: Date): void {
    this.assertOpen(now);
    this.status = requestStates.next(this.status, verb);
    this.closedAt = now;
  }
}
