import type { ListedFloat } from '../floats/floats.queries';
import type { RevealedDestination } from './commands/reveal-destination';
import type { Withdrawal } from './withdrawal.aggregate';
import { withdrawalView } from './withdrawal.view';

/** A withdrawal as staff see it: with its internal stage and what its provider said. */
export function staffPayoutView(withdrawal: Withdrawal) {
  const { ownerId, stage, reason, provider, sendings, dueBy } = withdrawal;
  const { lastAnswer, answeredAt } = provider;
  const { returnedAt, creditedAt } = withdrawal.afterEnd;
  return {
    ...withdrawalView(withdrawal),
    owner_id: ownerId,
    stage,
    reason,
    provider: provider.name,
    provider_id: provider.orderId,
    reference: withdrawal.settledReference,
    sendings,
    last_answer: lastAnswer,
    answered_at: answeredAt && answeredAt.toISOString(),
    returned_at: returnedAt && returnedAt.toISOString(),
    return_credited_at: creditedAt && creditedAt.toISOString(),
    due_by: dueBy.toISOString(),
  };
}

/** Where a withdrawal goes, in full; null is what its kind of account does not have. */
export function destinationView({ destination, bankName }: RevealedDestination) {
  const bank = destination.method === 'bank' ? destination : null;
  const mobile = destination.method === 'mobile_money' ? destination : null;
  const local = bank?.scheme === 'local' ? bank : null;
  const iban = bank?.scheme === 'iban' ? bank : null;
  return {
    destination: {
      type: destination.method,
      account_name: bank && bank.accountName,
      account_number: bank && (bank.scheme === 'iban' ? bank.iban : bank.accountNumber),
      bank_name: local ? local.bankName : bankName,
      bank_code: local && local.bankCode,
      branch_code: local && local.branchCode,
      sort_code: bank?.scheme === 'sort_code' ? bank.sortCode : null,
      routing_number: bank?.scheme === 'aba' ? bank.routingNumber : null,
      account_type: bank?.scheme === 'aba' ? bank.accountType : null,
      bic: iban && iban.bic,
      phone: mobile && mobile.phone,
      network: mobile && mobile.network,
      email: destination.method === 'extwallet' ? destination.email : null,
    },
  };
}

/** A float, in the currency that it pays out. */
export function floatView({ method, booked, reported, comparedAt, difference }: ListedFloat) {
  return {
    method,
    currency: booked.currency,
    booked: booked.toJsonNumber(),
    provider_balance: reported && reported.toJsonNumber(),
    difference: difference && difference.toJsonNumber(),
    compared_at: comparedAt && comparedAt.toISOString(),
  };
}
