import { inspect } from 'node:util';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { DomainError } from '@app/kernel';
import { cardOf } from './card-of.policy';
import { CardDto, ChargeCardDto } from './deposit.dto';

const NOW = new Date('2025-11-30T23:59:59Z');
const CARD = { number: '4000000000000000', expiry_month: '11', expiry_year: '25', cvv: '123' };
const faultsOf = (card: object) =>
  validateSync(plainToInstance(CardDto, { ...CARD, ...card })).map(({ property }) => property);

describe('the card of a request', () => {
  it.each<[string, object]>([
    ['as text', {}],
    ['in groups', { number: '4000 0000 0000 0000' }],
    ['with a four-digit year', { expiry_year: '2025' }],
    ['with a one-digit month', { expiry_month: '9', expiry_year: '26' }],
    ['in JSON numbers', { number: 4000000000000000, expiry_month: 11, expiry_year: 2025, cvv: 123 }],
    ['of 12 and of 19 digits', { number: '4'.repeat(19) }],
    ['with a holder', { name: 'Ada Obi' }],
  ])('is taken %s', (_, card) => expect(faultsOf(card)).toEqual([]));

  it.each<[string, object]>([
    ['number', { number: '4'.repeat(11) }],
    ['number', { number: '4'.repeat(20) }],
    ['number', { number: '4000000000000000;DROP' }],
    ['number', { number: '４０００００００００００００００' }],
    ['number', { number: ['4000000000000000'] }],
    ['number', { number: 4e30 }],
    ['expiry_month', { expiry_month: '13' }],
    ['expiry_month', { expiry_month: '0' }],
    ['expiry_month', { expiry_month: null }],
    ['expiry_year', { expiry_year: '1999' }],
    ['expiry_year', { expiry_year: '125' }],
    ['cvv', { cvv: '12' }],
    ['cvv', { cvv: '12345' }],
    ['cvv', { cvv: '12a' }],
    ['name', { name: 'Ada\u0000' }],
  ])('is refused for its %s', (field, card) => expect(faultsOf(card)).toEqual([field]));

  it('names no value in what it refuses', () => {
    const body = { card: { ...CARD, number: '4000000000000000x', cvv: '98765' }, amount: 1 };
    const faults = validateSync(plainToInstance(ChargeCardDto, body), {
      validationError: { target: false, value: false },
    });
    expect(JSON.stringify(faults)).toContain('must be 12 to 19 digits');
    expect(JSON.stringify(faults)).not.toMatch(/4000000|98765/);
  });

  it('is good until the last moment of its month, UTC', () => {
    expect(cardOf(CARD, NOW).expiryMonth).toBe('11');
    expect(() => cardOf(CARD, new Date('2025-12-01T00:00:00Z'))).toThrow(DomainError);
    expect(() => cardOf({ ...CARD, expiry_year: '2024' }, NOW)).toThrow('expired');
  });

  it('cannot be printed', () => {
    const card = cardOf({ ...CARD, name: 'Ada' }, NOW);
    for (const text of [String(card), JSON.stringify({ card }), inspect(card, { showHidden: true })]) {
      expect(text).not.toMatch(/4000000000|123/);
    }
  });
});
