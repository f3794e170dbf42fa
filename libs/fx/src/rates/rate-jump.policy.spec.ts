import { Rate } from '@app/kernel';
import { chosenOffers, hasJumped, isConfirmed, type OfferedRate, offersIn } from './rate-jump.policy';

const NOW = new Date('2026-11-20T12:00:00Z');
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const offer = (rate: string, fields: Partial<OfferedRate> = {}): OfferedRate => ({
  currency: 'NGN',
  rate,
  source: 'first',
  asOf: NOW,
  validUntil: hours(1),
  ...fields,
});

describe('A pulled rate', () => {
  const jumped = (rate: string, inForce?: string) =>
    hasJumped(offer(rate), inForce === undefined ? undefined : Rate.parse(inForce), Rate.parse('10'));

  it('may move up to the limit in both directions', () => {
    expect([jumped('1650', '1500'), jumped('1350', '1500')]).toEqual([false, false]);
    expect([jumped('1650.01', '1500'), jumped('1349.99', '1500')]).toEqual([true, true]);
  });

  it('is no jump where there is none in force', () => expect(jumped('1500')).toBe(false));

  const confirmed = (...others: OfferedRate[]) => isConfirmed(offer('1700'), others, NOW);

  it('is confirmed by another valid source within two percent', () => {
    expect(confirmed(offer('1734', { source: 'second' }))).toBe(true);
    expect(confirmed(offer('1734.01', { source: 'second' }))).toBe(false);
    expect(confirmed(offer('1500', { source: 'second' }), offer('1690', { source: 'third' }))).toBe(true);
  });

  it('is confirmed neither by its own source, nor by an old rate, nor by another currency', () => {
    expect(confirmed(offer('1700'))).toBe(false);
    expect(confirmed(offer('1700', { source: 'second', validUntil: NOW }))).toBe(false);
    expect(confirmed(offer('1700', { source: 'second', currency: 'GHS' }))).toBe(false);
  });

  it('is taken from the first source that has a valid one, and is an old one only where none has', () => {
    const old = offer('1', { validUntil: NOW });
    const [second, third] = [offer('2', { source: 'second' }), offer('3', { source: 'third' })];
    expect(chosenOffers([old, second, third], NOW)).toEqual([second]);
    expect(chosenOffers([old, offer('4', { validUntil: NOW })], NOW)).toEqual([old]);
  });

  it('is valid for two hours where its source says nothing, and for five days at most', () => {
    const quote = { base: 'USD' as const, source: 's', asOf: NOW, rates: new Map([['NGN' as const, '1']]) };
    const until = (validUntil?: Date) => offersIn([{ ...quote, validUntil }])[0]!.validUntil;
    expect(until()).toEqual(hours(2));
    expect(until(hours(30))).toEqual(hours(30));
    expect(until(hours(1000))).toEqual(hours(120));
  });
});
