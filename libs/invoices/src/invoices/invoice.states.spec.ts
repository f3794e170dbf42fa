import { invoiceStates } from './invoice.states';

describe('refusals of an invoice', () => {
  it.each([
    ['paid', 'send', 'A paid invoice cannot be sent.'],
    ['draft', 'credit', 'A draft invoice cannot be credited.'],
    ['overdue', 'update', 'An overdue invoice cannot be changed.'],
  ] as const)('are sentences for a %s one to %s', (status, verb, message) => {
    expect(() => invoiceStates.next(status, verb)).toThrow(message);
  });
});
