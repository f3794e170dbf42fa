import { minorUnits } from '@app/database';
import { type Currency, Money } from '@app/kernel';
import { Column } from 'typeorm';
import type { PayoutMethod, PayoutTerms } from '../money/payout.money';

/** What the terms of a withdrawal are made of. */
type NewTerms = Omit<
  WithdrawalTerms,
  'amountMinor' | 'feeMinor' | 'currency' | 'payoutMinor' | 'ofEvent' | 'setPrice'
>;

export type NewWithdrawal = NewTerms & { id: string; ownerId: string };

/** What a withdrawal pays, from where and to whom. Only a payout that waits for an exchange rate is set later. */
export class WithdrawalTerms {
  @Column({ type: 'uuid', name: 'account_id', update: false }) accountId: string;
  @Column({ type: 'text', update: false }) method: PayoutMethod;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, update: false })
  amountMinor: bigint;
  @Column({ type: 'bigint', name: 'fee_minor', transformer: minorUnits, update: false }) feeMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  /** Null while there is no exchange rate. */
  @Column('bigint', { name: 'payout_minor', transformer: minorUnits, nullable: true }) payoutMinor:
    bigint | null;
  @Column({ type: 'text', name: 'payout_currency', update: false }) payoutCurrency: Currency;
  /** Units of the payout's currency for one of the wallet's, as shown; null where nothing is converted. */
  @Column('text', { nullable: true }) rate: string | null;
  /** Sealed; opened only for a call to the provider. */
  @Column({ type: 'bytea', name: 'destination_ciphertext', update: false }) destination: Buffer;
  @Column({ type: 'text', name: 'destination_shown', update: false }) destinationShown: string;
  @Column({ type: 'text', name: 'bank_name', nullable: true, update: false }) bankName: string | null;
  /** The UTC day on which it counts against the daily limit, and the US cents that it counts. */
  @Column({ type: 'text', name: 'limit_day', update: false }) limitDay: string;
  @Column({ type: 'bigint', name: 'limit_cents', transformer: minorUnits, update: false }) limitCents: bigint;

  static of(given: NewTerms): WithdrawalTerms {
    const terms = new WithdrawalTerms();
    terms.accountId = given.accountId;
    terms.method = given.method;
    terms.amountMinor = given.amount.minor;
    terms.feeMinor = given.fee.minor;
    terms.currency = given.amount.currency;
    terms.payoutMinor = given.payout && given.payout.minor;
    terms.payoutCurrency = given.payoutCurrency;
    terms.rate = given.rate;
    terms.destination = given.destination;
    terms.destinationShown = given.destinationShown;
    terms.bankName = given.bankName;
    terms.limitDay = given.limitDay;
    terms.limitCents = given.limitCents;
    return terms;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  get fee(): Money {
    return new Money(this.feeMinor, this.currency);
  }

  get payout(): Money | null {
    return this.payoutMinor === null ? null : new Money(this.payoutMinor, this.payoutCurrency);
  }

  /** What all events of the withdrawal with this id say. */
  ofEvent(uuid: string): PayoutTerms {
    const { method, amount, fee, payout, accountId, destinationShown: destination, bankName } = this;
    return { uuid, method, amount, fee, payout, accountId, destination, bankName };
  }

  /** Sets the payout of a withdrawal that waited for an exchange rate. */
  setPrice({ payout, rate }: { payout: Money; rate: string }): void {
    this.payoutMinor = payout.minor;
    this.rate = rate;
  }
}
