import { invoiceStates } from './invoice.states';

describe('refusals of an invoice', () => {
  it.each([
    ['paid', 'send', 'A paid invoice cannot be sent.'],
    ['draft', 'credit', 'A draft invoice cannot be credited.'],
    ['overdue', 'update', 'An overdue invoice cannot be changed.'],
  ] as const)('of a %s one to %s are sentences', (status, verb, message) => {
    expect(() => invoiceStates.next(status, verb)).toThrow(message);
  });
});
