import type { SubscriptionStatus } from '../subscriptions/subscription.states';

/** What decides the statements about bills and charges on the page of a subscription that has not ended. */
export interface ChargeState {
  status: Exclude<SubscriptionStatus, 'cancelled'>;
  cancelAtPeriodEnd: boolean;
  /** What is charged without the customer; null: each bill is a link. */
  authority: 'card' | 'wallet' | null;
  /** How the bill that is not paid is collected; null where all are paid. */
  openBill: 'charge' | 'link' | null;
  /** Whether the authority covers the plan of the next period; it ends with this period otherwise. */
  coversNext: boolean;
  /** Whether a saved card can still be charged at the end of the period. */
  cardLasts: boolean;
  /** Whether the credit pays the whole next bill. */
  creditPaysNext: boolean;
}

/** The texts that state what is billed and charged, in their order. */
export function chargeTextsOf(state: ChargeState) {
  const { status, cancelAtPeriodEnd, authority, openBill } = state;
  const charged = openBill === 'charge' ? authority : null;
  if (cancelAtPeriodEnd) {
    if (openBill === null) return ['subscription.ending.text'] as const;
    return [charged ? (`subscription.ending.${charged}` as const) : 'subscription.ending.owed'] as const;
  }
  // Nothing can be authorised or credited before the first bill.
  if (status === 'trialing') return ['subscription.trialing.text'] as const;
  if (status === 'active') return [nextTextOf(state)] as const;
  if (charged) return [`subscription.past_due.${charged}`] as const;
  // A late payment of an earlier link can authorise charges while the last link is unpaid.
  return authority
    ? (['subscription.past_due.text', nextTextOf(state)] as const)
    : (['subscription.past_due.text'] as const);
}

function nextTextOf({ authority, openBill, coversNext, cardLasts, creditPaysNext }: ChargeState) {
  if (authority && !coversNext)
    return `subscription.${authority}.${creditPaysNext ? 'ends-credit' : 'ends'}` as const;
  if (creditPaysNext) return 'subscription.active.credit';
  // A charge under way prolongs the time for which the card can be charged.
  if (authority === 'card' && openBill !== 'charge' && !cardLasts) return 'subscription.card.expires';
  return authority ? (`subscription.active.${authority}` as const) : 'subscription.active.text';
}
