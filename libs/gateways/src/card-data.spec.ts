import { inspect } from 'node:util';
import pino from 'pino';
import { CardData } from '@app/charges';

const NUMBER = '5399834697894723';
const SECRETS = [NUMBER, '5399 8346 9789 4723', '924', '31', 'ADA OBI'];
const card = new CardData({
  number: '5399 8346-9789 4723',
  expiryMonth: '9',
  expiryYear: '2031',
  cvv: '924',
  name: 'ADA OBI',
});

describe('CardData', () => {
  it('has the fields that the gateway needs', () => {
    expect([card.number, card.expiryMonth, card.expiryYear, card.cvv, card.name]).toEqual([
      NUMBER,
      '09',
      '31',
      '924',
      'ADA OBI',
    ]);
    expect([card.brand, card.last4]).toEqual(['mastercard', '4723']);
  });

  const printed: [string, () => string][] = [
    ['JSON', () => JSON.stringify({ card })],
    ['a template', () => `${card as unknown as string}`],
    ['inspect with everything shown', () => inspect({ card }, { showHidden: true, depth: 9, getters: true })],
    ['a copy of its fields', () => JSON.stringify({ ...card }) + inspect({ ...card })],
    [
      'its own property names',
      () => JSON.stringify([Object.getOwnPropertyNames(card), Object.entries(card)]),
    ],
    ['a structured clone', () => inspect(structuredClone(card), { showHidden: true })],
    ['an error that carries it', () => inspect(Object.assign(new Error('x'), { card, stack: 'x' }))],
    ['pino', logged],
  ];

  it.each(printed)('shows no card data in %s', (_, print) => {
    const text = print();
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('shows the last four digits', () => {
    expect(JSON.stringify({ card })).toBe('{"card":"[card ****4723]"}');
    expect(inspect(card)).toBe('[card ****4723]');
  });

  it.each([
    ['4000000000000000', 'visa'],
    ['5531886652142950', 'mastercard'],
    ['2223000048400011', 'mastercard'],
    ['2220990000000000', 'unknown'],
    ['5061460166976054667', 'verve'],
    ['374245455400126', 'amex'],
    ['6011000990139424', 'discover'],
    ['9999999999999999', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (number, brand) => {
    expect(new CardData({ number, expiryMonth: '1', expiryYear: '30', cvv: '1' }).brand).toBe(brand);
  });
});

function logged(): string {
  const lines: string[] = [];
  // A fixed time, because a current timestamp could contain the digits that the test searches for.
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  logger.info({ card, deep: [{ card }] }, 'charging %s %o %j', card, card, card);
  logger.error(Object.assign(new Error('declined'), { card, stack: 'x' }));
  expect(lines.join('')).toContain('****4723');
  return lines.join('');
}
