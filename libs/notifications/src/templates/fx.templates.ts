import { CheckoutRateDrifted, LiveRateHeld } from '@app/fx';
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
  template(LiveRateHeld, {
    type: 'fx.rate-held',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data: { currency, rate, inForce, source } }) => ({ currency, rate, in_force: inForce, source }),
    inbox: true,
    mail: 'essential',
  }),
];
