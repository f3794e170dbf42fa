import { Bool, Code, QueryInt } from '@app/http';

const SubscriptionId = () => Code({ max: 100, description: 'sub_live_…' });
const MAX_OFFSET = 1_000_000;

export class OwnSubscriptionsQuery {
  @QueryInt({ min: 1, max: 100, fallback: 20 })
  limit: number;

  @QueryInt({ min: 0, max: MAX_OFFSET, fallback: 0 })
  offset: number;
}

export class CancelOwnSubscriptionBody {
  @SubscriptionId()
  subscription_id: string;

  @Bool({ optional: true, description: 'false: at once; otherwise at the end of the period that is paid' })
  at_period_end?: boolean;
}

export class OwnSubscriptionBody {
  @SubscriptionId()
  subscription_id: string;
}
