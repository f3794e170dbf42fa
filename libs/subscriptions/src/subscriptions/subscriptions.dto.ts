import { Amount, Bool, Code, CompanyName, Email, HttpUrl, Nested, OffsetQuery, OneOf } from '@app/http';
import { RefundTermsBody } from '@app/checkout';
import { AppId, PlanId } from '../plans/plans.dto';
import { CHANGE_TIMES, type ChangeTime } from './plan-change.policy';
import {
  BILLING_MODES,
  type BillingMode,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from './subscription.states';

const SubscriptionId = () => Code({ max: 100, description: 'sub_live_… or sub_test_…' });

export class SubscriberDto {
  @Email()
  email: string;

  @CompanyName({ optional: true, max: 200 })
  name?: string;
}

export class ConsentDto {
  @Bool({ description: 'The customer has agreed that the card is saved and charged for each cycle' })
  accepted: boolean;
}

export class SubscribeBody {
  @AppId()
  app_id?: string;

  @PlanId()
  plan_id: string;

  @Nested(SubscriberDto)
  customer: SubscriberDto;

  @OneOf(BILLING_MODES, {
    optional: true,
    description:
      'invoice: by a link each; wallet_auto: charged to the wallet that paid a link with its PIN; card_token: charged to the card that paid a link',
  })
  billing_mode?: BillingMode;

  @Nested(ConsentDto, { optional: true, description: 'Required for card_token' })
  consent?: ConsentDto;

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

export class RefundInvoiceBody extends RefundTermsBody {
  @Code({ max: 100, description: 'inv_live_… or inv_test_…' })
  invoice_id: string;

  @Amount({ optional: true, description: 'Major units. All that is left unless given' })
  amount?: unknown;
}

export class UpdateCustomerBody {
  @SubscriptionId()
  subscription_id: string;

  @Email({ optional: true })
  email?: string;

  @CompanyName({ optional: true, max: 200 })
  name?: string;
}

export class ChangePlanBody {
  @SubscriptionId()
  subscription_id: string;

  @PlanId()
  plan_id: string;

  @OneOf(CHANGE_TIMES, {
    description:
      'period_end: with the next period; now: a new period begins when its invoice is paid, and the rest of the paid one is credited',
  })
  when: ChangeTime;
}

export class SubscriptionQuery {
  @SubscriptionId()
  subscription_id: string;
}

export class SubscriptionListQuery extends OffsetQuery {
  @OneOf(SUBSCRIPTION_STATUSES, { optional: true })
  status?: SubscriptionStatus;

  @Code({ optional: true, max: 100 })
  plan_id?: string;

  @Email({ optional: true })
  customer_email?: string;
}
