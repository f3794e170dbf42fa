import { minorUnits, minorUnitsList } from '@app/database';
import { Aggregate, type Currency, type Mode, Money, randomAlphanumeric, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Issuer } from '../issuer.policy';
import { isOpenLink } from './open-link.policy';
import {
  amountRequired,
  fixedAmount,
  linkClosed,
  outsideBounds,
  suggestionOutsideBounds,
  suggestionsOfFixedAmount,
  suggestionTwice,
} from './payment-link.errors';

/** Characters of a code: 130 random bits. */
const CODE_LENGTH = 22;
const CODE = new RegExp(`^[A-Za-z0-9]{${CODE_LENGTH}}$`);

export const isLinkCode = (text: string): boolean => CODE.test(text);

export interface LinkTerms extends Issuer {
  title: string;
  description: string | null;
  currency: Currency;
  /** Null: the payer chooses, within the bounds. */
  amountMinor: bigint | null;
  minMinor: bigint | null;
  maxMinor: bigint | null;
  /** Offered to a payer who chooses the amount. */
  suggestedMinor: bigint[];
  successUrl: string | null;
  maxUses: number | null;
  expiresAt: Date | null;
  metadata: object;
}

/** A page on which every person with its address can pay a merchant. */
@Entity('payment_links')
export class PaymentLink extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  /** The test app whose time it follows; null in live mode. */
  @Column({ type: 'uuid', name: 'app_id', nullable: true, update: false }) appId: string | null;
  /** In its address. */
  @Column({ type: 'text', update: false }) code: string;
  @Column({ type: 'text', update: false }) title: string;
  @Column({ type: 'text', nullable: true, update: false }) description: string | null;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, nullable: true, update: false })
  amountMinor: bigint | null;
  @Column({ type: 'bigint', name: 'min_minor', transformer: minorUnits, nullable: true, update: false })
  minMinor: bigint | null;
  @Column({ type: 'bigint', name: 'max_minor', transformer: minorUnits, nullable: true, update: false })
  maxMinor: bigint | null;
  @Column('bigint', { name: 'suggested_minor', array: true, transformer: minorUnitsList })
  suggestedMinor: bigint[];
  @Column({ type: 'text', name: 'success_url', nullable: true, update: false }) successUrl: string | null;
  @Column({ type: 'int', name: 'max_uses', nullable: true, update: false }) maxUses: number | null;
  @Column({ type: 'timestamptz', name: 'expires_at', nullable: true, update: false }) expiresAt: Date | null;
  @Column({ type: 'jsonb', update: false }) metadata: object;
  @Column('boolean') active: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('int') override version = 0;

  /** TypeORM passes no fields and sets them itself. */
  constructor(terms?: LinkTerms, now?: Date) {
    super();
    if (!terms || !now) return;
    this.id = uuidv7(now);
    this.code = randomAlphanumeric(CODE_LENGTH);
    this.ownerId = terms.ownerId;
    this.mode = terms.mode;
    this.appId = terms.appId;
    this.title = terms.title;
    this.description = terms.description;
    this.currency = terms.currency;
    this.amountMinor = terms.amountMinor;
    this.minMinor = terms.minMinor;
    this.maxMinor = terms.maxMinor;
    this.successUrl = terms.successUrl;
    this.maxUses = terms.maxUses;
    this.expiresAt = terms.expiresAt;
    this.metadata = terms.metadata;
    this.active = true;
    this.createdAt = now;
    this.suggest(terms.suggestedMinor);
  }

  /** Null: the payer chooses. */
  get amount(): Money | null {
    return this.money(this.amountMinor);
  }

  get minAmount(): Money | null {
    return this.money(this.minMinor);
  }

  get maxAmount(): Money | null {
    return this.money(this.maxMinor);
  }

  get suggestedAmounts(): Money[] {
    return this.suggestedMinor.map((minor) => new Money(minor, this.currency));
  }

  /** Offers these amounts to the payer. Throws VALIDATION_ERROR where the amount is fixed, or one of them could not be paid. */
  suggest(amounts: readonly bigint[]): void {
    if (amounts.length > 0 && this.amountMinor !== null) throw suggestionsOfFixedAmount();
    if (new Set(amounts).size < amounts.length) throw suggestionTwice();
    const { minMinor, maxMinor } = this;
    for (const minor of amounts) {
      const isOutside = (minMinor !== null && minor < minMinor) || (maxMinor !== null && minor > maxMinor);
      if (isOutside) throw suggestionOutsideBounds(new Money(minor, this.currency));
    }
    this.suggestedMinor = [...amounts];
  }

  setActive(active: boolean): void {
    this.active = active;
  }

  /** Whether a payment can begin now. */
  isOpen(now: Date): boolean {
    return isOpenLink(this, now);
  }

  /** The amount of a payment that begins now. Throws SESSION_EXPIRED where none can, VALIDATION_ERROR for a wrong amount. */
  amountOf(givenMinor: bigint | null, now: Date): Money {
    if (!this.isOpen(now)) throw linkClosed();
    const { amount, minAmount, maxAmount } = this;
    if (amount) {
      if (givenMinor !== null && givenMinor !== amount.minor) throw fixedAmount(amount);
      return amount;
    }
    const chosen = this.money(givenMinor);
    if (!chosen) throw amountRequired();
    if (minAmount && chosen.compare(minAmount) < 0) throw outsideBounds(`at least ${minAmount.text}`);
    if (maxAmount && chosen.compare(maxAmount) > 0) throw outsideBounds(`at most ${maxAmount.text}`);
    return chosen;
  }

  private money(minor: bigint | null): Money | null {
    return minor === null ? null : new Money(minor, this.currency);
  }
}
