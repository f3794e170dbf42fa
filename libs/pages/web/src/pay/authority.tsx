import { session, start } from './session';
import { money, t } from './texts';
import type { Recurring } from './wire';

/** What paying authorises beside this payment: wallet or card, cap, interval and end. */
export function Authority({ from, currency = '' }: { from: Recurring['from']; currency?: string }) {
  const { recurring } = start;
  if (recurring?.from !== from) return null;
  const { interval, count } = recurring;
  const every = count === 1 ? t(`every.${interval}`) : t(`every.n.${interval}`, { count });
  const { merchant } = session.value;
  return (
    <p class="notice" id="authority">
      {t(`${from}.authority`, { merchant: merchant.name, currency, amount: money(recurring), every })}
    </p>
  );
}
