import { refused } from './ask';
import {
  billByLink,
  billFor,
  CURRENCY,
  isOpen,
  isSilent,
  dropChange,
  latestOf,
  LINK_MS,
  pendingOf,
  type Bill,
  type Subscription,
} from './reference-biller';
import { isOpenCharge } from './reference-cards';
import { isTaken } from './reference-places';
import { isNoMoreOften, isSamePeriod, periodEnd, type Plan, startOf } from './reference-plans';
import type { Expected, World } from './world';

export type ChangeTime = 'now' | 'period_end';

/** The bill of a cycle to come, as a preview states it. */
export interface Foreseen {
  dueAt: number;
  price: bigint;
  credit: bigint;
  minor: bigint;
}

export interface Change {
  plan: Plan;
  when: ChangeTime;
  /** Null: when its bill is paid. */
  effectiveAt: number | null;
  credit: bigint;
  /** Of the new period. */
  bill: Bill | null;
  next: Foreseen[];
  needsAuthority: boolean;
}

const FORESEEN = 3;

/** Why a change is refused; null: it is not. */
export function refusalOf(world: World, one: Subscription, plan: Plan, when: ChangeTime): Expected | null {
  const isCurrent = plan === one.plan;
  if (plan.account !== one.account || (!plan.isActive && !isCurrent)) return refused(404, 'NOT_FOUND');
  if (plan.currency !== CURRENCY) return refused(400, 'VALIDATION_ERROR');
  const { now } = world.books;
  const isBeingBilled = one.lookAt !== null && one.lookAt <= now && !awaitsItsCharge(one, now);
  const isPaid = one.status === 'trialing' || latestOf(one)?.status === 'paid';
  if (!isOpen(one) || one.endsWithPeriod || isBeingBilled || !isPaid || (isCurrent && when === 'now'))
    return refused(409, 'INVALID_STATE', true);
  if (!isCurrent && isTaken(world, one, plan)) return refused(409, 'DUPLICATE_SUBSCRIPTION', true);
  return null;
}

/** Whether it is due only for the charge of a change that no charge has begun to pay. */
function awaitsItsCharge(one: Subscription, now: number): boolean {
  const change = pendingOf(one);
  const isUnderWay = one.charges.some((charge) => charge.bill === change && isOpenCharge(charge));
  return change !== undefined && change.isSilent && periodEnd(one) > now && !isUnderWay;
}

/** Whether what the payer has agreed to covers another plan. */
const isCovered = ({ agreed, plan: current }: Subscription, plan: Plan) =>
  agreed !== null && plan.minor <= agreed && isNoMoreOften(plan, current);

/** Changes the plan. It is not refused. */
export function changePlan(
  { books: { now } }: World,
  one: Subscription,
  plan: Plan,
  when: ChangeTime,
): Change {
  const needsAuthority = one.mode !== 'invoice' && !isCovered(one, plan);
  const begins = periodEnd(one);
  const change = { plan, when, credit: 0n, bill: null, needsAuthority };
  dropChange(one);
  if (when === 'period_end') {
    const next = foresee(one, plan, begins);
    const isNew = plan !== one.plan && plan !== one.nextPlan;
    one.nextPlan = plan === one.plan ? null : plan;
    if (isNew) one.events.push({ type: 'scheduled', plan: one.plan, minor: plan.minor, at: begins });
    return { ...change, effectiveAt: begins, next };
  }
  if (one.status === 'trialing') {
    const next = foresee(one, plan, begins);
    adopt(one, plan, begins, { credit: 0n, since: now });
    return { ...change, effectiveAt: now, next };
  }
  const { minor, credit: used } = latestOf(one)!;
  const [rest, length] = [BigInt(begins - now), BigInt(begins - startOf(one, one.cycle))];
  const parts = (minor + used) * rest;
  const credit = (parts - (parts % length)) / length;
  const next = foresee({ ...one, credit: one.credit + credit }, plan, now);
  if (one.credit + credit >= plan.minor) {
    beginNow(one, plan, now, credit);
    return { ...change, effectiveAt: now, credit, bill: billByLink(now, one), next };
  }
  const isCharged = isSilent(one) && !needsAuthority;
  const cycle = -1 - one.bills.filter((known) => known.cycle < 0).length;
  const link = isCharged ? null : { session: null, expiresAt: now + LINK_MS, isOpen: true };
  const bill = billFor(now, { plan, cycle, dueAt: now, credit: one.credit + credit }, link);
  one.bills.push(bill);
  one.nextPlan = null;
  // A charge is made by the job that bills.
  if (isCharged) one.lookAt = now;
  return { ...change, effectiveAt: null, credit, bill, next };
}

/** The bill of a change is paid: a new period begins. */
export function takeEffect(now: number, one: Subscription, bill: Bill): void {
  beginNow(one, bill.plan, now, bill.credit - one.credit);
  one.credit -= bill.credit;
  bill.cycle = one.cycle;
  one.foreseen = null;
}

/** A change was not paid, and the plan stays. */
export function failChange(one: Subscription, bill: Bill): void {
  Object.assign(bill, { status: 'failed', isVoid: true, hasFailed: true, attempts: bill.attempts + 1 });
  if (bill.link) bill.link.isOpen = false;
  one.lookAt = periodEnd(one);
}

function beginNow(one: Subscription, plan: Plan, now: number, credit: bigint): void {
  adopt(one, plan, now, { credit, since: now });
  one.cycle += 1;
  one.lookAt = periodEnd(one);
}

/** The period is over: the plan that was to follow does, unless the customer has it by another subscription now. */
export function carryOut(world: World, one: Subscription): void {
  const { nextPlan: plan } = one;
  one.nextPlan = null;
  if (plan === null) return;
  const at = periodEnd(one);
  if (isTaken(world, one, plan)) {
    one.foreseen = null;
    one.dropped += 1;
  } else adopt(one, plan, at, { credit: 0n, since: at });
}

/** The next cycle begins at `at` with another plan. */
function adopt(
  one: Subscription,
  plan: Plan,
  at: number,
  { credit, since }: { credit: bigint; since: number },
) {
  one.events.push({ type: 'changed', plan, previous: one.plan, minor: plan.minor, at: since, credit });
  const hadAuthority = one.agreed !== null;
  if (!isCovered(one, plan)) one.payer = one.card = one.agreed = null;
  if (hadAuthority) one.authorities[one.agreed === null ? 'ended' : 'kept'] += 1;
  Object.assign(one, datesUnder(one, plan, at), { plan, nextPlan: null });
  one.credit += credit;
}

/** Dates go on where the same period follows the one that ends. */
function datesUnder(one: Subscription, plan: Plan, at: number) {
  const { anchor, anchorCycle, cycle } = one;
  const goesOn = at === periodEnd(one) && isSamePeriod(plan, one.plan);
  return goesOn ? { anchor, anchorCycle } : { anchor: at, anchorCycle: cycle + 1 };
}

/** What the next cycles would be billed with a plan that begins at `at`. */
function foresee(one: Subscription, plan: Plan, at: number): Foreseen[] {
  const then = { ...one, ...datesUnder(one, plan, at), plan };
  let left = one.credit;
  return Array.from({ length: FORESEEN }, (_, i) => {
    const credit = left < plan.minor ? left : plan.minor;
    left -= credit;
    const dueAt = startOf(then, one.cycle + 1 + i);
    return { dueAt, price: plan.minor, credit, minor: plan.minor - credit };
  });
}
