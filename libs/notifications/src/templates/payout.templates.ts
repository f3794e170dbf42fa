import { PayoutAccountAdded } from '@app/payouts';
import { owner } from './addressees.queries';
import { instant } from './facts';
import { template } from './notification-template';

export const PAYOUT_TEMPLATES = [
  template(PayoutAccountAdded, {
    type: 'security.payout-account-added',
    addressees: owner,
    facts: ({ data }) => ({
      account: data.masked,
      account_currency: data.currency,
      added_at: instant(data.addedAt),
    }),
    inbox: true,
    mail: 'essential',
  }),
];
