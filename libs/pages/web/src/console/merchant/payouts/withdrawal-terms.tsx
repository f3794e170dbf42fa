import { Facts, label, money, plus, t } from '../../kit';
import type { Answer } from '../../wire';
import { gotOf, rateOf } from './payout-parts';

/** What a payout costs and what the recipient gets, before it is sent. */
export function WithdrawalTerms({ of: terms }: { of: Answer<'payoutInitiate'> }) {
  const { amount, fee, currency } = terms;
  return (
    <Facts
      of={[
        [t('payouts.gets'), <strong>{gotOf(terms) ?? t('payouts.rate.later')}</strong>],
        [t('payouts.to'), terms.destination],
        [t('payouts.rate'), rateOf(terms)],
        [t('payouts.fee'), money(fee, currency)],
        [t('payouts.taken'), money(plus(amount, fee), currency)],
        [t('payouts.after'), money(terms.new_balance, currency)],
        [t('payouts.paid'), label('payouts.settlement', terms.settlement)],
      ]}
    />
  );
}
