import { Bool, Code } from '@app/http';

const SubscriptionId = () => Code({ max: 100, description: 'sub_live_…' });

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
