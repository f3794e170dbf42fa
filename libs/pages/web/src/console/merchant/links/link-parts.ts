import { money, t } from '../../kit';
import type { Answer, Row } from '../../wire';

export type PaymentLink = Answer<'featuresPaymentLinksDetail'>;
export type LinkRow = Row<'featuresPaymentLinksList'>;

export const LINKS = '/dashboard/links';

/** The one word for the state of a link. */
export function stateOf({ active, payable, needs, places_left: left }: LinkRow): string {
  if (!active) return 'inactive';
  if (left === 0) return 'used_up';
  return payable || needs !== null ? 'active' : 'expired';
}

/** What is paid: an amount, or the bounds within which the payer chooses. */
export function amountOf({ amount, min_amount: min, max_amount: max, currency }: LinkRow): string {
  const shown = (value: number) => money(value, currency);
  if (amount !== null) return shown(amount);
  if (min !== null && max !== null) return t('links.between', { min: shown(min), max: shown(max) });
  if (min !== null) return t('links.from', { min: shown(min) });
  return max === null ? t('links.any') : t('links.upto', { max: shown(max) });
}

export const usesOf = ({ uses, max_uses: max }: LinkRow): string =>
  max === null ? String(uses) : t('links.uses.of', { uses, max });
