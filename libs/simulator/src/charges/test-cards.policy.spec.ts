import { behaviourOf } from './test-cards.policy';

const NOW = new Date('2026-11-21T12:00:00Z');
const card = (number: string, overrides = {}) => ({
  number,
  expiryMonth: '12',
  expiryYear: '30',
  cvv: '123',
  ...overrides,
});

describe('The simulator cards', () => {
  it.each([
    ['4000000000000000', { kind: 'approve' }],
    ['4000000000000002', { kind: 'decline', reason: 'Insufficient funds' }],
    ['4000000000000010', { kind: 'decline', reason: 'Declined by the bank' }],
    ['4000000000000226', { kind: 'otp' }],
    ['4000000000000341', { kind: 'pin' }],
    ['4000000000000366', { kind: 'pin-otp' }],
    ['4000000000003220', { kind: 'challenge' }],
  ])('%s behaves as specified', (number, behaviour) => {
    expect(behaviourOf(card(number), NOW)).toEqual(behaviour);
  });

  it.each(['4000000000000001', '4242424242424242', '', '40000000000000000', 'constructor'])(
    'rejects %j',
    (number) => {
      expect(behaviourOf(card(number), NOW)).toMatchObject({
        kind: 'decline',
        reason: expect.stringContaining('Unknown card'),
      });
    },
  );

  it.each([
    ['11', '26', 'approve'],
    ['10', '26', 'decline'],
    ['12', '25', 'decline'],
    ['01', '27', 'approve'],
    ['12', '99', 'approve'],
  ])('a card valid until %s/%s leads on 21 November 2026 to: %s', (expiryMonth, expiryYear, kind) => {
    expect(behaviourOf(card('4000000000000000', { expiryMonth, expiryYear }), NOW).kind).toBe(kind);
  });

  it('accepts a card until the end of its month', () => {
    const good = card('4000000000000000', { expiryMonth: '11', expiryYear: '26' });
    expect(behaviourOf(good, new Date('2026-11-30T23:59:59.999Z')).kind).toBe('approve');
    expect(behaviourOf(good, new Date('2026-12-01T00:00:00Z')).kind).toBe('decline');
  });

  it.each(['00', '13', '1', '', 'xx'])('declines the month %j', (expiryMonth) => {
    expect(behaviourOf(card('4000000000000000', { expiryMonth }), NOW)).toMatchObject({
      reason: 'Invalid expiry date',
    });
  });

  it.each(['', '12', '12345', 'abc', '１２３'])('declines the CVV %j', (cvv) => {
    expect(behaviourOf(card('4000000000000000', { cvv }), NOW)).toMatchObject({ reason: 'Invalid CVV' });
  });
});
