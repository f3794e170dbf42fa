import { isSubscribed } from './is-subscribed.policy';

describe('an endpoint', () => {
  it.each([
    [['*'], true],
    [['payment.failed', 'payment.success'], true],
    [['payment.failed'], false],
    [[], false],
  ])('receives payment.success if it subscribed to %j: %s', (subscribed, reaches) => {
    expect(isSubscribed('payment.success', subscribed)).toBe(reaches);
  });

  it.each([
    [['*'], false],
    [['transfer.completed'], true],
  ])('receives an event that has to be named if it subscribed to %j: %s', (subscribed, reaches) => {
    expect(isSubscribed('transfer.completed', subscribed, true)).toBe(reaches);
  });
});
