import type { ServiceAccount } from '@app/database';
import { addSeconds, type Mode } from '@app/kernel';
import { Column } from 'typeorm';
import type { PaymentMethod } from '../common/payment-methods.policy';

const DAY_SECONDS = 24 * 3600;
/** How long a payer can name an account. */
const NAMING_DAYS = 14;
/** Where the payer has an account that the company may not know. Cards and external wallets are refunded themselves. */
const TO_ACCOUNT: readonly PaymentMethod[] = ['bank_transfer', 'ussd', 'mobile_money'];

/** Why a refund to an account fails, or is left to staff. */
export const NAMING_FAILURES = {
  noEmail:
    'This way of payment cannot be refunded without an account of the payer, and no e-mail address is known to ask for ' +
    'one: refund it again with customer_email',
  noneNamed: `The payer has named no account within ${NAMING_DAYS} days`,
  byHand: 'No provider pays this account: pay it by hand and settle the refund',
  unknown: 'The provider does not know it after an hour: ask the provider before deciding',
} as const;

/** Whether a payment can be refunded to an account; in test mode all can. */
export const hasAccount = ({ mode, method }: { mode: Mode; method: PaymentMethod }): boolean =>
  mode === 'test' || TO_ACCOUNT.includes(method);

/** What a refund says of the account that its payer has named. */
export interface NamedAccount {
  sealed: Buffer;
  shown: string;
  paidFrom: ServiceAccount;
}

/** The account that a payer names for a refund, and the link to the page for it. */
export class RefundDestination {
  /** Of the token in the link; null where no account was asked for. */
  @Column('bytea', { name: 'account_token', nullable: true }) tokenHash: Buffer | null = null;
  @Column('timestamptz', { name: 'account_until', nullable: true }) until: Date | null = null;
  /** Sealed; null: none is named. */
  @Column('bytea', { name: 'destination_ciphertext', nullable: true }) sealed: Buffer | null = null;
  /** As it may be shown. */
  @Column('text', { name: 'destination_shown', nullable: true }) shown: string | null = null;
  /** The account of the service that pays it. */
  @Column('text', { name: 'paid_from', nullable: true }) paidFrom: ServiceAccount | null = null;
  /** The provider that has it or may have it. */
  @Column('text', { name: 'payout_provider', nullable: true }) provider: string | null = null;

  get isNamed(): boolean {
    return this.sealed !== null;
  }

  /** Returns until when an account can be named. */
  extend(now: Date): Date {
    this.until = addSeconds(now, NAMING_DAYS * DAY_SECONDS);
    return this.until;
  }

  name({ sealed, shown, paidFrom }: NamedAccount): void {
    this.sealed = sealed;
    this.shown = shown;
    this.paidFrom = paidFrom;
  }
}
