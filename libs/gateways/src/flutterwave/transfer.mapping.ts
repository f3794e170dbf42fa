import { GatewayOutcomeUnknown } from '@app/charges';
import { type Currency, isCurrency, minorToText, Money } from '@app/kernel';
import type { FoundPayout, PayoutOrder, PayoutStatus } from '@app/payouts';
import { minorFromResponse } from './amount.mapping';
import { fields } from './gateway-answer.mapping';
import { redact } from './redact.policy';

const STATUSES = new Map<unknown, PayoutStatus>([
  ['NEW', 'unstarted'],
  ['PENDING', 'pending'],
  ['SUCCESSFUL', 'delivered'],
  ['FAILED', 'failed'],
  ['REVERSED', 'returned'],
]);

/** The body of `POST /transfers`; the same for every sending of an order. Null for a destination it does not serve. */
export function transferPayload({ reference, amount, destination, narration }: PayoutOrder): object | null {
  if (destination.method !== 'bank' || destination.scheme !== 'local') return null;
  const { bankCode, branchCode, accountNumber, accountName } = destination;
  const [firstName, ...others] = accountName.split(/\s+/);
  return {
    account_bank: bankCode,
    account_number: accountNumber,
    amount: Number(minorToText(amount.minor)),
    currency: amount.currency,
    // The balance of the same currency: the provider converts nothing.
    debit_currency: amount.currency,
    reference,
    narration,
    beneficiary_name: accountName,
    ...(branchCode !== null && { destination_branch_code: branchCode }),
    ...(destination.country === 'ZA' && {
      meta: [{ first_name: firstName, last_name: others.join(' ') || firstName }],
    }),
  };
}

/** Whether a transfer of the provider has exactly this reference. Retried transfers have a longer one. */
export const isTransferOf = (value: unknown, reference: string): boolean =>
  fields(value).reference === reference;

/** Reads a transfer. Throws `GatewayOutcomeUnknown` if it is about another reference or has no readable amount. */
export function payoutFromTransfer(value: unknown, order: PayoutOrder): FoundPayout {
  const data = fields(value);
  const { id, status, account_number, bank_code, currency, complete_message: message } = data;
  if (!isTransferOf(data, order.reference))
    throw new GatewayOutcomeUnknown('the gateway answered for another transfer');
  const amount = isCurrency(currency) ? Money.parseMajor(data.amount, currency) : null;
  if (!amount) throw new GatewayOutcomeUnknown('the gateway answered a transfer without its amount');
  return {
    result: 'found',
    status: STATUSES.get(typeof status === 'string' ? status.toUpperCase() : undefined) ?? 'unknown',
    providerId: typeof id === 'number' || typeof id === 'string' ? String(id) : null,
    amount,
    fee: feeFromResponse(data.fee, amount.currency),
    matchesDestination: matches(order, account_number, bank_code),
    reason: typeof message === 'string' && message !== '' ? redact(message, secretsOf(order)) : null,
  };
}

/** The provider's fee, in the currency of the balance that it debits. */
export function feeFromResponse(value: unknown, currency: Currency): Money | null {
  const minor = minorFromResponse(value);
  return minor === null ? null : new Money(minor, currency);
}

/** What the provider's texts about an order may quote, and no log or response may. */
export const secretsOf = ({ destination }: PayoutOrder): string[] =>
  destination.method === 'bank' && destination.scheme === 'local' ? [destination.accountNumber] : [];

function matches({ destination }: PayoutOrder, accountNumber: unknown, bankCode: unknown): boolean {
  if (destination.method !== 'bank' || destination.scheme !== 'local') return false;
  return accountNumber === destination.accountNumber && bankCode === destination.bankCode;
}
