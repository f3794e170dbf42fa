import { DomainError, invalidState } from '@app/kernel';

export function consentRequired(): DomainError {
  const message =
    'consent.accepted must be true for card_token: the customer has to agree to charges of the card.';
  const errors = [{ field: 'consent.accepted', code: 'invalid_field' as const, message }];
  return new DomainError('invalid', 'CONSENT_REQUIRED', message, { errors });
}

export function duplicateSubscription(): DomainError {
  const message = 'This customer has an open subscription to this plan; allow_duplicate permits another one.';
  return new DomainError('conflict', 'DUPLICATE_SUBSCRIPTION', message, {}, { decidedOnState: true });
}

export const notScheduled = () =>
  invalidState('Only a subscription that is scheduled to be cancelled can be resumed.');

export const notChangeable = (why: string) =>
  invalidState(`The plan cannot be changed: the subscription ${why}.`);

export const noPlanChange = () => invalidState('No change of the plan waits or is scheduled.');

export const customerIsBound = () =>
  invalidState(
    'The address was proved by an account, which the subscription belongs to; its owner changes it there.',
  );

export const notOpen = () => invalidState('This subscription has ended.');

export const invoiceIsCharged = () =>
  invalidState('An invoice is being charged to this card; pay it with another card to replace this one.');

export const invoiceNotPaid = () => invalidState('This invoice is not paid, so there is nothing to refund.');

export const nothingDue = () => invalidState('Nothing of this subscription can be paid now.');

export const authorisesNothing = () =>
  invalidState('Paying a subscription with the billing mode invoice authorises nothing.');

export const paymentInFlight = () =>
  invalidState('A payment of this invoice is under way; wait for its outcome.');
