import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { Bool, Email, HttpUrl, OneOf, QueryInt, Text } from '@app/http';
import { PlanId } from '../plans/plans.dto';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './subscription.states';

const SubscriptionId = () => Text({ max: 100, description: 'sub_live_… or sub_test_…' });
const MAX_OFFSET = 1_000_000_000;

export class SubscriberDto {
  @Email()
  email: string;

  @Text({ optional: true, max: 200 })
  name?: string;
}

export class SubscribeBody {
  @PlanId()
  plan_id: string;

  @ApiProperty({ type: SubscriberDto })
  @IsObject({ message: 'customer must be an object.' })
  @ValidateNested()
  @Type(() => SubscriberDto)
  customer: SubscriberDto;

  @OneOf(['invoice'], { optional: true, description: 'How cycles are collected: by a link each' })
  billing_mode?: 'invoice';

  @HttpUrl({ optional: true })
  success_url?: string;

  @HttpUrl({ optional: true })
  cancel_url?: string;

  @Bool({ optional: true, description: 'Permits a second open subscription of the customer to the plan' })
  allow_duplicate?: boolean;
}

export class CancelSubscriptionBody {
  @SubscriptionId()
  subscription_id: string;

  @Bool({ optional: true, description: 'true: at the end of the period that is paid; otherwise at once' })
  at_period_end?: boolean;
}

export class SubscriptionBody {
  @SubscriptionId()
  subscription_id: string;
}

export class SubscriptionQuery {
  @SubscriptionId()
  subscription_id: string;
}

export class SubscriptionListQuery {
  @OneOf(SUBSCRIPTION_STATUSES, { optional: true })
  status?: SubscriptionStatus;

  @Text({ optional: true, max: 100 })
  plan_id?: string;

  @Email({ optional: true })
  customer_email?: string;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  limit: number;

  @QueryInt({ min: 0, max: MAX_OFFSET, fallback: 0 })
  offset: number;
}
