import type { ActionFacts, StaffRole } from '@app/http';
import { type Money, Rate } from '@app/kernel';

/** What a member of staff did without a second person in the last 24 hours, of one kind. */
export interface LikeActions {
  usdCents: bigint;
  /** The rates that the person's rates were compared with. */
  ratesBefore: readonly Rate[];
}

export const NO_ACTIONS: LikeActions = { usdCents: 0n, ratesBefore: [] };

/** The facts of an action, with what needs the live rates and the like actions of its maker. */
export interface RuleFacts extends ActionFacts {
  /** What it is worth; null where the amount or the live rate is not known. */
  usdCents: bigint | null;
  /** Whether it comes to `FOUR_EYES_USD` or more together with like actions, or what it is worth is not known. */
  isLarge: boolean;
  /** As in `LikeActions`. */
  ratesBefore: readonly Rate[];
}

export interface HoldRule {
  /** Whether the action waits for a second person. */
  when: (facts: RuleFacts) => boolean;
  /** Roles that may approve it besides those that may do it. */
  approvers?: readonly StaffRole[];
  /** Actions of one member of staff with the same kind count together for 24 hours. Absent: each is judged by itself. */
  kind?: string;
}

const RATE_LIMIT = Rate.parse('1.5');

/** How staff mark a freeze for suspected money laundering. Digits and underscores may touch it. */
const MONEY_LAUNDERING = /(?<!\p{L})(a\.?m\.?l|money[\s-]*laundering)(?!\p{L})/iu;

const always: HoldRule = { when: () => true };
const isLarge = (kind: string): HoldRule => ({ when: (facts) => facts.isLarge, kind });
const isFarRate = (kind: string): HoldRule => ({
  when: ({ rate, ratesBefore }) =>
    !rate?.compared || [rate.compared, ...ratesBefore].some((compared) => isFar(rate.set, compared)),
  kind,
});
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
  'chargebacks.answer': isLarge('chargebacks'),
  'chargebacks.settle': isLarge('chargebacks'),
  'chargebacks.write-off': isLarge('chargebacks'),
  'escrow.resolve': isLarge('escrow.resolve'),
  'fx.accept': isFarRate('fx.accept'),
  'fx.set': isFarRate('fx.set'),
  'kyb.revoke': always,
  'kyc.revoke': always,
  'ledger.reverse': isLarge('ledger.reverse'),
  'payouts.complete': isLarge('payouts'),
  'payouts.fail': isLarge('payouts'),
  'payouts.fund-float': isLarge('payouts.fund-float'),
  'refunds.fail': isLarge('refunds'),
  'refunds.retry': isLarge('refunds'),
  'refunds.return': isLarge('refunds'),
  'refunds.settle': isLarge('refunds'),
  'unapplied.apply': isLarge('unapplied'),
  'unapplied.refund': isLarge('unapplied'),
  'unapplied.settle': isLarge('unapplied'),
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

/** The kind whose actions count together with this one; rates count by what they are of. Null: it counts by itself. */
export function kindOf({ kind }: HoldRule, { rate }: ActionFacts): string | null {
  return kind === undefined ? null : [kind, rate?.of].filter(Boolean).join(' ');
}

/** The worth of the largest amount in US cents, rounded up; `rates` are dollars for one unit. Null where one has no rate. */
export function worthOf(amounts: readonly Money[], rates: ReadonlyMap<string, Rate | null>): bigint | null {
  let most = 0n;
  for (const amount of amounts) {
    const rate = rates.get(amount.currency);
    if (!rate) return null;
    const { minor } = amount.collectedAs('USD', rate);
    if (minor > most) most = minor;
  }
  return most;
}

/** Whether an action of this worth reaches `limitUsd` whole dollars after like actions. A limit of 1 includes every amount. */
export function reachesLimit(worth: bigint | null, { usdCents }: LikeActions, limitUsd: number): boolean {
  return limitUsd === 1 || worth === null || worth + usdCents >= BigInt(limitUsd) * 100n;
}
