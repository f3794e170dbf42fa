import { Text } from '@app/http';

export class StopAutopayBody {
  @Text({ max: 100, description: 'sub_live_…' })
  subscription_id: string;
}
