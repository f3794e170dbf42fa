import { Code } from '@app/http';

export class StopAutopayBody {
  @Code({ max: 100, description: 'sub_live_…' })
  subscription_id: string;
}
