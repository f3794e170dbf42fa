import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Interval, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export interface PlanTerms {
  id: string;
  planId: string;
  ownerId: string;
  appId: string;
  mode: Mode;
  name: string;
  amount: Money;
  interval: Interval;
  intervalCount: number;
  trialDays: number;
  metadata: object;
  createdAt: Date;
}

/** What a customer can subscribe to. Its price and its interval never change. */
@Entity('subscription_plans')
export class Plan extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** `plan_live_…` or `plan_test_…` */
  @Column({ type: 'text', name: 'plan_id', update: false }) planId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'uuid', name: 'app_id', update: false }) appId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column('text') name: string;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, update: false })
  amountMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'text', update: false }) interval: Interval;
  @Column({ type: 'int', name: 'interval_count', update: false }) intervalCount: number;
  @Column({ type: 'int', name: 'trial_days', update: false }) trialDays: number;
  @Column('jsonb') metadata: object;
  /** Whether customers can subscribe; those who did go on in any case. */
  @Column('boolean') active: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('int') override version = 0;

  constructor(terms?: PlanTerms) {
    super();
    if (!terms) return;
    this.id = terms.id;
    this.planId = terms.planId;
    this.ownerId = terms.ownerId;
    this.appId = terms.appId;
    this.mode = terms.mode;
    this.name = terms.name;
    this.amountMinor = terms.amount.minor;
    this.currency = terms.amount.currency;
    this.interval = terms.interval;
    this.intervalCount = terms.intervalCount;
    this.trialDays = terms.trialDays;
    this.metadata = terms.metadata;
    this.createdAt = terms.createdAt;
    this.active = true;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  update({ name, metadata, active }: { name?: string; metadata?: object; active?: boolean }): void {
    this.name = name ?? this.name;
    this.metadata = metadata ?? this.metadata;
    this.active = active ?? this.active;
  }
}
