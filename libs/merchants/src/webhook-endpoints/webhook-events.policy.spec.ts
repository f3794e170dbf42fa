import { isSubscribable, normalEvents, WEBHOOK_EVENTS } from './webhook-events.policy';

describe('events an endpoint may ask for', () => {
  it('are those that the service sends, each once', () => {
    expect(new Set(WEBHOOK_EVENTS).size).toBe(WEBHOOK_EVENTS.length);
    expect(WEBHOOK_EVENTS).toContain('payment.success');
    expect(WEBHOOK_EVENTS.every(isSubscribable)).toBe(true);
  });

  it.each([
    'payment',
    'payment.*',
    'PAYMENT.SUCCESS',
    '',
    ' payment.success',
    'invoice.created',
    'toString',
    null,
    7,
    ['payment.success'],
  ])('are not %j', (name) => {
    expect(isSubscribable(name)).toBe(false);
  });

  it.each([[undefined], [null], [['*']], [['payment.success', '*']]])('are all for %j', (events) => {
    expect(normalEvents(events)).toEqual(['*']);
  });

  it('are kept once each', () => {
    expect(normalEvents(['payment.failed', 'payment.success', 'payment.failed'])).toEqual([
      'payment.failed',
      'payment.success',
    ]);
  });
});
