import type { ConsentedCard } from '@app/checkout';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { SavedCard } from './saved-card.aggregate';

const DAY_MS = 86_400_000;
const PAID = new Date('2026-11-26T20:43:43.786Z');
const subscription = { cycle: { amountMinor: 1000n, currency: 'NGN' } } as Subscription;
const consent = { at: PAID, address: null, terms: '2026-11' };

function savedCard(expiresAt?: string): SavedCard {
  const card = { email: 'ada@example.com', expiresAt: expiresAt && new Date(expiresAt), consent };
  const payment = { checkoutSessionId: 'cs', tokenSealed: Buffer.from('sealed') };
  return SavedCard.attach('id', subscription, card as unknown as ConsentedCard, payment, PAID);
}

const lasts = (card: SavedCard, days: number) => card.isValid(new Date(PAID.getTime() + days * DAY_MS));

describe('A saved card', () => {
  it('lasts for the renewal after 52 weeks, but for none after a year, whatever seconds lie between', () => {
    const card = savedCard();
    expect([lasts(card, 364), lasts(card, 364.9), lasts(card, 365)]).toEqual([true, false, false]);
    // The year after it has a leap day.
    card.renew(Buffer.from('newer'), undefined, new Date(PAID.getTime() + 364 * DAY_MS));
    expect([lasts(card, 364 + 364), lasts(card, 364 + 365.9)]).toEqual([true, false]);
  });

  it('ends with the card where that is earlier', () => {
    const card = savedCard('2027-02-01T00:00:00Z');
    expect([card.validUntil.toISOString(), lasts(card, 60), lasts(card, 70)]).toEqual([
      ...['2027-02-01T00:00:00.000Z', true, false],
    ]);
  });
});
