import { PublicPageBody } from '@app/checkout';
import { Nested } from '@app/http';
import { PlanId } from '../plans/plans.dto';
import { SubscriberDto } from '../subscriptions/subscriptions.dto';

export class SubscribePublicBody extends PublicPageBody {
  @PlanId()
  plan_id: string;

  @Nested(SubscriberDto)
  customer: SubscriberDto;
}
