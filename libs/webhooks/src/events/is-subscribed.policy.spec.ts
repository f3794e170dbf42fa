import { isSubscribed } from './is-subscribed.policy';

describe('an endpoint', () => {
  it.each([
    [['*'], true],
    [['payment.failed', 'payment.success'], true],
    [['payment.failed'], false],
    [[], false],
  ])('that subscribed to %j: payment.success reaches it: %s', (subscribed, reaches) => {
    expect(isSubscribed('payment.success', subscribed)).toBe(reaches);
  });

  it.each([
    [['*'], false],
    [['transfer.completed'], true],
  ])('that subscribed to %j: an event that has to be named reaches it: %s', (subscribed, reaches) => {
    expect(isSubscribed('transfer.completed', subscribed, true)).toBe(reaches);
  });
});
