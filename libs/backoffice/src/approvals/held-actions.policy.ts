import type { ActionFacts, StaffRole } from '@app/http';
import { type Money, Rate } from '@app/kernel';

/** The facts of an action, with what needs the live rates. */
export interface RuleFacts extends ActionFacts {
  /** Whether it moves `FOUR_EYES_USD` or more at the live rate. Also true where the amount or the rate is not known. */
  isLarge: boolean;
}

export interface HoldRule {
  /** Whether the action waits for a second person. */
  when: (facts: RuleFacts) => boolean;
  /** Roles that may approve it besides those that may do it. */
  approvers?: readonly StaffRole[];
}

const RATE_LIMIT = Rate.parse('1.5');

/** How staff mark a freeze for suspected money laundering. Digits and underscores may touch it. */
const MONEY_LAUNDERING = /(?<!\p{L})(a\.?m\.?l|money[\s-]*laundering)(?!\p{L})/iu;

const always: HoldRule = { when: () => true };
const isLarge: HoldRule = { when: (facts) => facts.isLarge };
const isFarRate: HoldRule = { when: ({ rate }) => !rate?.compared || isFar(rate.set, rate.compared) };
/** Roles whose holders can be the second person of a held action. One administrator alone appoints none. */
const APPROVING: readonly StaffRole[] = ['admin', 'finance', 'compliance'];
const appointsApprovers: HoldRule = {
  when: ({ role }) =>
    !role || role.before === 'admin' || (role.after !== null && APPROVING.includes(role.after)),
  approvers: ['compliance'],
};
/** Reviewers verify who asks for it, so that one administrator is enough to help a person. */
const resetsFactor: HoldRule = { when: () => true, approvers: ['compliance'] };
/** Data that a hold kept may be erased within the hour. */
const endsLegalHold: HoldRule = { when: ({ legalHold }) => legalHold !== true };
/** Ends a freeze for suspected money laundering, or removes that mark from its reason. */
const clearsLaundering: HoldRule = {
  when: ({ frozenFor }) => !frozenFor || (isMarked(frozenFor.before) && !isMarked(frozenFor.after)),
};

/** Every action of staff that may wait for a second person, by the name of its audit entry. */
export const HELD_ACTIONS: Readonly<Record<string, HoldRule>> = {
  'escrow.resolve': isLarge,
  'fx.accept': isFarRate,
  'fx.set': isFarRate,
  'kyb.revoke': always,
  'kyc.revoke': always,
  'ledger.reverse': isLarge,
  'payouts.complete': isLarge,
  'payouts.fail': isLarge,
  'payouts.fund-float': isLarge,
  'unapplied.apply': isLarge,
  'unapplied.refund': isLarge,
  'unapplied.settle': isLarge,
  'users.reset-2fa': resetsFactor,
  'users.set-freeze-reason': clearsLaundering,
  'users.set-legal-hold': endsLegalHold,
  'users.set-role': appointsApprovers,
  'users.unfreeze': clearsLaundering,
};

function isMarked(reason: string | null): boolean {
  return reason !== null && MONEY_LAUNDERING.test(reason.normalize('NFKC'));
}

/** Whether `set` is more than 1.5 times `compared`, or less than `compared` divided by 1.5. */
function isFar(set: Rate, compared: Rate): boolean {
  const ratio = set.over(compared);
  return ratio.isAbove(RATE_LIMIT) || RATE_LIMIT.inverse().isAbove(ratio);
}

/**
 * Whether one of the amounts is worth `limitUsd` whole dollars or more; `rates` are dollars for one unit. A limit of 1
 * includes every amount, and an amount without a rate is always included.
 */
export function reachesLimit(
  amounts: readonly Money[],
  rates: ReadonlyMap<string, Rate | null>,
  limitUsd: number,
): boolean {
  if (limitUsd === 1) return true;
  return amounts.some((amount) => {
    const rate = rates.get(amount.currency);
    return !rate || amount.collectedAs('USD', rate).minor >= BigInt(limitUsd) * 100n;
  });
}
