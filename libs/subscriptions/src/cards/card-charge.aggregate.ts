import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import type { SavedCard } from '../mandates/saved-card.aggregate';
import { type CardChargeStatus, cardChargeStates } from './card-charge.states';
import { firstQuestionAt, lateQuestionAt, neverArrived, nextQuestionAt } from './question-schedule.policy';

/**
 * A charge of a saved card for an invoice, one per attempt. It is committed before the payment company is asked, sent
 * once, and asked about by its reference from then on.
 */
@Entity('card_charges')
export class CardCharge extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** Internal id of the invoice. */
  @Column({ type: 'uuid', name: 'invoice_key', update: false }) invoiceKey: string;
  /** From 1. */
  @Column({ type: 'int', update: false }) attempt: number;
  @Column({ type: 'uuid', name: 'subscription_key', update: false }) subscriptionKey: string;
  @Column({ type: 'uuid', name: 'saved_card_id', update: false }) savedCardId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'uuid', name: 'app_id', update: false }) appId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  /** Its name at the payment company. */
  @Column({ type: 'text', update: false }) reference: string;
  @Column({ type: 'text', update: false }) gateway: string;
  @Column({ type: 'bigint', name: 'charge_minor', transformer: minorUnits, update: false })
  chargeMinor: bigint;
  @Column({ type: 'text', name: 'charge_currency', update: false }) chargeCurrency: Currency;
  @Column('text') status: CardChargeStatus;
  /** It paid its invoice; other money that arrived was set aside. */
  @Column({ type: 'boolean', name: 'is_applied' }) isApplied: boolean;
  @Column('text', { name: 'gateway_transaction_id', nullable: true }) gatewayTransactionId: string | null;
  @Column('text', { nullable: true }) failure: string | null;
  /** Times that the payment company did not know it. */
  @Column('int', { name: 'unknown_answers' }) unknownAnswers: number;
  @Column({ type: 'timestamptz', name: 'started_at', update: false }) startedAt: Date;
  @Column('timestamptz', { name: 'sent_at', nullable: true }) sentAt: Date | null;
  /** When it is sent or asked about; null once its outcome is known. */
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
  @Column('int') override version = 0;

  /** The intent to charge the next attempt of an invoice. */
  static intend(
    { id, reference, gateway, amount }: { id: string; reference: string; gateway: string; amount: Money },
    invoice: SubscriptionInvoice,
    card: SavedCard,
    now: Date,
  ): CardCharge {
    const charge = new CardCharge();
    charge.id = id;
    charge.subscriptionKey = invoice.subscriptionKey;
    charge.ownerId = invoice.ownerId;
    charge.appId = invoice.appId;
    charge.mode = invoice.mode;
    charge.reference = reference;
    charge.gateway = gateway;
    charge.invoiceKey = invoice.id;
    charge.attempt = invoice.nextAttempt;
    charge.savedCardId = card.id;
    charge.chargeMinor = amount.minor;
    charge.chargeCurrency = amount.currency;
    charge.status = cardChargeStates.initial;
    charge.isApplied = false;
    charge.gatewayTransactionId = charge.failure = charge.sentAt = charge.endedAt = null;
    charge.unknownAnswers = 0;
    charge.startedAt = charge.dueAt = now;
    return charge;
  }

  get amount(): Money {
    return new Money(this.chargeMinor, this.chargeCurrency);
  }

  /** Whether its outcome is not known yet. */
  get isOpen(): boolean {
    return this.status === 'intended' || this.status === 'sent';
  }

  /** Claims the only request that is sent for it; what becomes of that is asked about from now on. */
  send(now: Date): void {
    this.status = cardChargeStates.next(this.status, 'send');
    this.sentAt = now;
    this.dueAt = firstQuestionAt(now);
  }

  /** The payment company has not said how it ended. One that counts as failed is asked about for some months more. */
  askLater(now: Date): void {
    this.dueAt = (this.isOpen ? nextQuestionAt : lateQuestionAt)(this.sentAt!, now);
  }

  /** The payment company says that no money was taken for one that counts as failed already. */
  confirmFailure(): void {
    this.dueAt = null;
  }

  /** The payment company does not know it. Returns whether that is believed by now. */
  isUnknown(now: Date): boolean {
    this.unknownAnswers += 1;
    this.askLater(now);
    return neverArrived(this.sentAt!, this.unknownAnswers, now);
  }

  /** Money arrived; `isApplied`: it paid the invoice. */
  succeed(gatewayTransactionId: string, isApplied: boolean, now: Date): void {
    this.gatewayTransactionId = gatewayTransactionId;
    this.isApplied = isApplied;
    this.failure = null;
    this.end('succeed', now);
  }

  fail(reason: string, now: Date): void {
    this.failure = reason;
    this.end('fail', now);
  }

  /** It counts as failed though the payment company has not said so: money may still be found. */
  giveUp(now: Date): void {
    this.fail('error', now);
    this.askLater(now);
  }

  private end(verb: 'succeed' | 'fail', now: Date): void {
    this.status = cardChargeStates.next(this.status, verb);
    this.dueAt = null;
    this.endedAt = now;
  }
}
