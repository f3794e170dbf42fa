import { invalid } from '@app/kernel';
import { CardData } from '@app/charges';
import type { CardDto } from './deposit.dto';

/** The card of a request, safe to hand on. Refuses one past the last day of its month, UTC. */
export function cardOf(dto: CardDto, now: Date): CardData {
  const [month, year] = [+dto.expiry_month, 2000 + +dto.expiry_year.slice(-2)];
  const hasExpired = year * 12 + (month - 1) < now.getUTCFullYear() * 12 + now.getUTCMonth();
  if (hasExpired) throw invalid('card.expiry_year', 'The card has expired.');
  const { number, expiry_month: expiryMonth, expiry_year: expiryYear, cvv, name } = dto;
  return new CardData({ number, expiryMonth, expiryYear, cvv, name });
}
