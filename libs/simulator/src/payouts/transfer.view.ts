import { minorToText } from '@app/kernel';
import type { SimulatedTransfer } from './simulated-transfers.store';

const OTHER_AMOUNT_MINOR = 100n;
const MESSAGES: Partial<Record<SimulatedTransfer['status'], string>> = {
  SUCCESSFUL: 'Transaction was successful',
  FAILED: 'DISBURSE FAILED: the account cannot be credited',
  REVERSED: 'The bank returned the transfer',
};

/** A transfer in the protocol of the gateway. */
export function transferView(transfer: SimulatedTransfer) {
  const minor =
    BigInt(transfer.amount_minor) + (transfer.script === 'other-amount' ? OTHER_AMOUNT_MINOR : 0n);
  return {
    id: Number(transfer.id),
    account_number: transfer.account_number,
    bank_code: transfer.account_bank,
    full_name: transfer.beneficiary_name,
    created_at: transfer.created_at,
    currency: transfer.currency,
    debit_currency: transfer.currency,
    amount: Number(minorToText(minor)),
    fee: Number(minorToText(BigInt(transfer.fee_minor))),
    status: transfer.status,
    reference: transfer.reference,
    meta: null,
    narration: transfer.narration,
    approver: null,
    complete_message: MESSAGES[transfer.status] ?? '',
    requires_approval: 0,
    is_approved: 1,
    bank_name: transfer.account_bank,
  };
}
