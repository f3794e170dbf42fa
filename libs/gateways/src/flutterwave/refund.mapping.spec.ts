import { refusesMethod } from './refund.mapping';

it.each([
  ['Refunds are not supported for this payment method', true],
  ['Refund not available for this transaction type', true],
  ['Refund is not allowed on this channel', true],
  ['The refund exceeds what is left of this transaction', false],
  ['Insufficient balance for refund', false],
  ['No transaction was found for this id', false],
  ['This currency is not supported', false],
  ['', false],
])('the refusal %j says that the method is not refunded: %s', (message, expected) => {
  expect(refusesMethod(message)).toBe(expected);
});
