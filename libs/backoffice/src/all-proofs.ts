import { CHARGEBACK_PROOFS } from '@app/chargebacks';
import { REFUND_PROOFS } from '@app/checkout';
import { DEPOSIT_PROOFS } from '@app/deposits';
import { ESCROW_PROOFS } from '@app/escrow';
import { INVOICE_PROOFS } from '@app/invoices';
import type { Proofs } from '@app/ledger';
import { PAYOUT_PROOFS } from '@app/payouts';
import { PAYROLL_PROOFS } from '@app/payroll';
import { SUBSCRIPTION_PROOFS } from '@app/subscriptions';

/** The proofs of all libs that book. A list, because an app may import fewer libs than have booked. */
export const ALL_PROOFS: readonly Proofs[] = [
  DEPOSIT_PROOFS,
  ESCROW_PROOFS,
  INVOICE_PROOFS,
  PAYOUT_PROOFS,
  PAYROLL_PROOFS,
  REFUND_PROOFS,
  CHARGEBACK_PROOFS,
  SUBSCRIPTION_PROOFS,
];
