import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Subscription } from '../subscriptions/subscription.aggregate';

/** Version of the text in which the payment page states what the payer authorises. */
export const MANDATE_TERMS_VERSION = '2026-11';

/** The payment by which a payer authorises a subscription. */
export interface AuthorizingPayment {
  checkoutSessionId: string;
  /** Null in test mode, where wallets do not exist. */
  wallet: { ownerId: string; accountId: string } | null;
}

/** What a payer has authorised with their PIN: charges to one wallet, up to the price of the plan per cycle. */
@Entity('wallet_mandates')
export class WalletMandate extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** Internal id of the subscription. */
  @Column({ type: 'uuid', name: 'subscription_key', update: false }) subscriptionKey: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'uuid', name: 'payer_id', nullable: true, update: false }) payerId: string | null;
  /** Ledger account of the wallet. */
  @Column({ type: 'uuid', name: 'account_id', nullable: true, update: false }) accountId: string | null;
  @Column({ type: 'bigint', name: 'cap_minor', transformer: minorUnits, update: false }) capMinor: bigint;
  /** Of the cap and of the plan; the wallet can be in another one. */
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'text', name: 'terms_version', update: false }) termsVersion: string;
  @Column({ type: 'text', name: 'checkout_session_id', update: false }) checkoutSessionId: string;
  @Column({ type: 'timestamptz', name: 'authorized_at', update: false }) authorizedAt: Date;
  @Column({ type: 'timestamptz', name: 'revoked_at', nullable: true }) revokedAt: Date | null;
  @Column('int') override version = 0;

  /** The most that one cycle can cost. */
  get cap(): Money {
    return new Money(this.capMinor, this.currency);
  }

  static authorize(
    id: string,
    subscription: Subscription,
    { checkoutSessionId, wallet }: AuthorizingPayment,
    now: Date,
  ): WalletMandate {
    const mandate = new WalletMandate();
    const { amountMinor, currency } = subscription.cycle;
    mandate.id = id;
    mandate.subscriptionKey = subscription.id;
    mandate.mode = subscription.mode;
    mandate.capMinor = amountMinor;
    mandate.currency = currency;
    mandate.checkoutSessionId = checkoutSessionId;
    mandate.payerId = wallet?.ownerId ?? null;
    mandate.accountId = wallet?.accountId ?? null;
    mandate.termsVersion = MANDATE_TERMS_VERSION;
    mandate.authorizedAt = now;
    mandate.revokedAt = null;
    return mandate;
  }
}
