import { Code, OneOf } from '@app/http';

export const SIMULATED_VERBS = ['pay', 'authorise', 'decline', 'stop'] as const;
export type SimulatedVerb = (typeof SIMULATED_VERBS)[number];

export class SimulateBody {
  @Code({ max: 100, description: 'sub_test_…' })
  subscription_id: string;

  @OneOf(SIMULATED_VERBS, {
    description:
      'pay, decline: the open link, by card; authorise: from a wallet, or with card_token by card; stop: charges to the wallet',
  })
  do: SimulatedVerb;
}
