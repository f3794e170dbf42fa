import type { ConsentedCard } from '@app/checkout';
import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Subscription } from '../subscriptions/subscription.aggregate';

/** Version of the text in which the payment page states what the holder of a card agrees to. */
export const CARD_TERMS_VERSION = '2026-11';

/** The payment company gives up a token after this time, whatever the card says. */
const TOKEN_YEARS = 1;
/** It is not used this long before, so that seconds do not decide whether a renewal after a year still finds it. */
const UNUSED_HOURS = 12;

/**
 * A card that its holder agreed to be charged for a subscription. The payment company keeps the card; its token is kept
 * sealed here and erased with the end of the subscription. What remains is evidence.
 */
@Entity('saved_cards')
export class SavedCard extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** Internal id of the subscription. */
  @Column({ type: 'uuid', name: 'subscription_key', update: false }) subscriptionKey: string;
  /** The merchant. */
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  /** What its holder agreed to: the most that one cycle can cost. */
  @Column({ type: 'bigint', name: 'cap_minor', transformer: minorUnits, update: false }) capMinor: bigint;
  /** Of the cap and of the plan. */
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column('text') brand: string;
  @Column('text') last4: string;
  @Column('bytea', { name: 'token_sealed', nullable: true }) tokenSealed: Buffer | null;
  /** The address it was charged under: its token is valid with this address only. */
  @Column({ type: 'text', update: false }) email: string;
  /** The earlier end of card and token. */
  @Column('timestamptz', { name: 'valid_until' }) validUntil: Date;
  @Column('timestamptz', { name: 'token_at' }) tokenAt: Date;
  @Column({ type: 'timestamptz', name: 'consent_at', update: false }) consentAt: Date;
  @Column({ type: 'text', name: 'consent_address', nullable: true, update: false })
  consentAddress: string | null;
  @Column({ type: 'text', name: 'consent_terms', update: false }) consentTerms: string;
  @Column({ type: 'text', name: 'checkout_session_id', update: false }) checkoutSessionId: string;
  @Column({ type: 'timestamptz', name: 'attached_at', update: false }) attachedAt: Date;
  /** When the customer was asked for another card. */
  @Column('timestamptz', { name: 'renewal_asked_at', nullable: true }) renewalAskedAt: Date | null;
  @Column('timestamptz', { name: 'erased_at', nullable: true }) erasedAt: Date | null;
  @Column('int') override version = 0;

  /** A payment of `checkoutSessionId` brought the card and the consent of its holder. */
  static attach(
    id: string,
    subscription: Subscription,
    { brand, last4, email, expiresAt, consent }: ConsentedCard,
    { checkoutSessionId, tokenSealed }: { checkoutSessionId: string; tokenSealed: Buffer },
    now: Date,
  ): SavedCard {
    const card = new SavedCard();
    const { amountMinor, currency } = subscription.cycle;
    card.id = id;
    card.subscriptionKey = subscription.id;
    card.ownerId = subscription.ownerId;
    card.mode = subscription.mode;
    card.capMinor = amountMinor;
    card.currency = currency;
    card.brand = brand;
    card.last4 = last4;
    card.checkoutSessionId = checkoutSessionId;
    card.tokenSealed = tokenSealed;
    card.email = email ?? subscription.customerEmail;
    card.validUntil = endOf(expiresAt, now);
    card.tokenAt = card.attachedAt = now;
    card.consentAt = consent.at;
    card.consentAddress = consent.address;
    card.consentTerms = consent.terms;
    card.renewalAskedAt = card.erasedAt = null;
    return card;
  }

  /** The payment company gave another token with a charge. */
  renew(tokenSealed: Buffer, cardExpiresAt: Date | undefined, now: Date): void {
    this.tokenSealed = tokenSealed;
    this.tokenAt = now;
    this.validUntil = endOf(cardExpiresAt, now);
    this.renewalAskedAt = null;
  }

  /** Whether a charge is within what its holder agreed to. */
  permits(amount: Money): boolean {
    return amount.currency === this.currency && amount.minor <= this.capMinor;
  }

  isValid(now: Date): boolean {
    return this.tokenSealed !== null && this.validUntil > now;
  }
}

/** The earlier end of the card and of a token received now. */
function endOf(cardExpiresAt: Date | undefined, now: Date): Date {
  const tokenEnds = new Date(now);
  tokenEnds.setUTCFullYear(tokenEnds.getUTCFullYear() + TOKEN_YEARS);
  tokenEnds.setUTCHours(tokenEnds.getUTCHours() - UNUSED_HOURS);
  return cardExpiresAt && cardExpiresAt < tokenEnds ? cardExpiresAt : tokenEnds;
}
