import type { Leg } from '@app/write-path';
import { Money } from '@app/kernel';
import { type Booking, conversion, customer, service } from './booking';
import type {
  EscrowCancelled,
  EscrowFunded,
  EscrowReleased,
  EscrowResolved,
  EscrowSettlement,
} from '../money/escrow-money.events';

/** Moves amount and fee from the initiator's available account to the locked one. */
export function escrowLock({ mode, data }: EscrowFunded): Booking | null {
  const { uuid, amount, fee, description, initiatorId, beneficiaryId, lock } = data;
  if (mode === 'test' || !lock) return null;
  const held = amount.plus(fee);
  return {
    type: 'escrow_lock',
    amount,
    fee,
    reference: uuid,
    description: description ?? undefined,
    related: { type: 'escrow', id: uuid },
    once: `escrow-lock ${uuid}`,
    legs: [
      customer(lock.accountId, held.negated(), beneficiaryId),
      customer(lock.lockedAccountId, held, initiatorId ?? undefined),
    ],
  };
}

/**
 * Pays out the hold and a separate fee in full and once: to the beneficiary, back to the initiator, and to
 * revenue. Money that goes back through a gateway is unapplied until the gateway has returned it.
 */
export function escrowSettlement({
  mode,
  data,
}: EscrowReleased | EscrowCancelled | EscrowResolved): Booking | null {
  const { uuid, amount, fee, description, initiatorId, beneficiaryId, settlement } = data;
  const { hold, feeApart, feeEarned, beneficiary, initiator } = settlement;
  if (mode === 'test' || hold.accountId === null) return null;
  const isRefund = beneficiary.amount.isZero;
  const held = customer(hold.accountId, hold.amount.negated(), otherThan(hold.ownerId, data));
  const paidOut: Leg[] = beneficiary.accountId
    ? [customer(beneficiary.accountId, beneficiary.amount, initiatorId ?? undefined)]
    : [];
  return {
    type: isRefund ? 'escrow_refund' : 'escrow_release',
    amount: isRefund ? amount.plus(fee) : amount,
    fee: isRefund ? Money.zero(fee.currency) : fee,
    reference: uuid,
    description: description ?? undefined,
    related: { type: 'escrow', id: uuid },
    once: `escrow-settled ${uuid}`,
    legs: [
      held,
      service('escrow-fees-held', feeApart.negated()),
      service('escrow-fees', feeEarned),
      ...paidOut,
      ...wayBack(initiator, beneficiaryId),
    ],
  };
}

function wayBack({ amount, returned, way }: EscrowSettlement['initiator'], beneficiaryId: string): Leg[] {
  if (amount.isZero) return [];
  const back =
    way.through === 'wallet'
      ? customer(way.accountId!, returned, beneficiaryId)
      : service('unapplied', returned);
  return [...conversion(amount, returned), back];
}

function otherThan(
  ownerId: string,
  { initiatorId, beneficiaryId }: { initiatorId: string | null; beneficiaryId: string },
): string | undefined {
  return ownerId === beneficiaryId ? (initiatorId ?? undefined) : beneficiaryId;
}
