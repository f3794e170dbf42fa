import { Amount, Bool, Code, CurrencyCode, Int, Metadata, OneOf, Text, Uuid } from '@app/http';
import { type Currency, type Interval, INTERVALS } from '@app/kernel';

export const PlanId = () => Code({ max: 100, description: 'plan_live_… or plan_test_…' });

export const AppId = () =>
  Uuid({ optional: true, description: 'The app of the key; of people, their only live app unless given' });

export class CreatePlanBody {
  @AppId()
  app_id?: string;

  @Text({ max: 200 })
  name: string;

  @Amount({ description: 'Major units; never changes' })
  amount: unknown;

  @CurrencyCode()
  currency: Currency;

  @OneOf(INTERVALS)
  interval: Interval;

  @Int({ optional: true, min: 1, max: 365, description: 'Intervals per cycle; 1 unless given' })
  interval_count?: number;

  @Int({ optional: true, min: 0, max: 365, description: 'Days before the first invoice' })
  trial_days?: number;

  @Metadata()
  metadata?: object;
}

export class UpdatePlanBody {
  @PlanId()
  plan_id: string;

  @Text({ optional: true, max: 200 })
  name?: string;

  @Bool({ optional: true, description: 'false: no new subscriptions' })
  active?: boolean;

  @Metadata()
  metadata?: object;

  @Amount({ optional: true, description: 'Refused: a price never changes' })
  amount?: unknown;

  @CurrencyCode({ optional: true, description: 'Refused: a currency never changes' })
  currency?: Currency;

  @OneOf(INTERVALS, { optional: true, description: 'Refused: an interval never changes' })
  interval?: Interval;

  @Int({ optional: true, min: 1, max: 365, description: 'Refused: an interval never changes' })
  interval_count?: number;

  @Int({ optional: true, min: 0, max: 365, description: 'Refused: a trial never changes' })
  trial_days?: number;
}

export class PlanQuery {
  @PlanId()
  plan_id: string;
}
