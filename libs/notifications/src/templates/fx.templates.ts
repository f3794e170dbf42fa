import { CheckoutRateDrifted } from '@app/fx';
import { financeStaff } from './addressees.queries';
import { template } from './notification-template';

export const FX_TEMPLATES = [
  template(CheckoutRateDrifted, {
    type: 'fx.rate-drifted',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data: { base, quote, rate, live } }) => ({ base, quote, rate, live }),
    inbox: true,
    mail: 'essential',
  }),
];
