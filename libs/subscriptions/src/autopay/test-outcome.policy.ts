import type { ChargeFailure } from '../invoices/subscription-invoice.states';

/** Charges that fail first for the addresses with a tag, such as `ada+declined2@example.com`. */
const FAILING_ATTEMPTS: Record<string, number> = { declined: Infinity, declined2: 2 };

/** How a charge to a wallet ends in the sandbox, by the e-mail address of the customer; null: it succeeds. */
export function testOutcomeOf(customerEmail: string, attempt: number): ChargeFailure | null {
  const tag = /\+([a-z0-9]+)@/.exec(customerEmail)?.[1] ?? '';
  return attempt <= (FAILING_ATTEMPTS[tag] ?? 0) ? 'insufficient_funds' : null;
}
