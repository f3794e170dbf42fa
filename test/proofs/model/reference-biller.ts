import type { ReferenceJournal } from './reference-books';
import { refused } from './ask';
import { type Bank, type CardCharge, intend, isOpenCharge } from './reference-cards';
import { awaitFirstPayment, confirm, isDuplicate, isNeverPaid } from './reference-places';
import { carryOut, failChange, takeEffect } from './reference-plan-changes';
import { cycleAt, type Dated, DAY_MS, periodEnd, type Plan, startOf } from './reference-plans';
import type { Expected, World } from './world';

const HOUR_MS = 3_600_000;
export const LINK_MS = 3 * DAY_MS;
/** Days from a failed charge to the next one. */
const RETRY_DAYS = [1, 3, 5];
const UNPAID_AT_MOST = 3;

/** A bill of one cycle. Its ids are known once the service has shown them. */
export interface Bill {
  id: string | null;
  /** Negative for a change of plan that has not taken effect. */
  cycle: number;
  createdAt: number;
  plan: Plan;
  /** What remains to be paid, and the part of the price that a credit has paid. */
  minor: bigint;
  credit: bigint;
  dueAt: number;
  status: 'created' | 'paid' | 'failed';
  isVoid: boolean;
  /** Whether it was paid late: after a failure. */
  hasFailed: boolean;
  attempts: number;
  /** Of a charge without the customer. */
  isSilent: boolean;
  retryAt: number | null;
  /** Null where it never had one. */
  link: { session: string | null; expiresAt: number; isOpen: boolean } | null;
  journal: ReferenceJournal | null;
  /** Money of charges that waits for staff, because it is another amount. */
  held: bigint;
}

/** What the service reports of the plan of a subscription. */
export type PlanEvent = { plan: Plan; minor: bigint; at: number } & (
  { type: 'scheduled' } | { type: 'changed'; previous: Plan; credit: bigint }
);

export interface Subscription extends Dated {
  account: number;
  id: string;
  /** Address and name of the customer. */
  customer: string;
  name: string | null;
  allowsDuplicate: boolean;
  /** False for one that a browser has made and that is not paid yet. */
  isConfirmed: boolean;
  /** Begin of the trial or of the first cycle. */
  since: number;
  /** The plan that takes effect at the end of the period. */
  nextPlan: Plan | null;
  /** What is left of periods that were not used. */
  credit: bigint;
  /** The most that the payer has agreed to for a cycle, while a wallet or a card is charged. */
  agreed: bigint | null;
  /** The bills that the last answer about a change foresaw, the first of this cycle; null once they cannot come. */
  foreseen: { cycle: number; bills: unknown[] } | null;
  events: PlanEvent[];
  /** Of changes of the plan: authorities that ended or were kept, and scheduled changes that were not carried out. */
  authorities: { ended: number; kept: number };
  dropped: number;
  mode: 'invoice' | 'wallet_auto' | 'card_token';
  status: 'trialing' | 'active' | 'past_due' | 'cancelled';
  reason: 'cancel_at_period_end' | 'duplicate' | 'merchant_cancelled' | 'payment_failed' | null;
  endsWithPeriod: boolean;
  unpaidInRow: number;
  /** Whose wallet is charged. */
  payer: number | null;
  /** Who has ever authorised that last. */
  lastPayer: number | null;
  lookAt: number | null;
  bills: Bill[];
  /** Path of the page of its customer. */
  page: string;
  /** The number of the card that is charged, and of cards so far. */
  card: number | null;
  cards: number;
  bank: Bank;
  /** Charges that the bank declined since the last that it approved. */
  declinedInRow: number;
  charges: CardCharge[];
}

/** The subscriptions of the model are in naira. */
export const CURRENCY = 'NGN';

export const latestOf = ({ bills }: Subscription): Bill | undefined =>
  bills.findLast(({ cycle }) => cycle >= 0);
/** The bill of a change of plan that waits for its payment. */
export const pendingOf = ({ bills }: Subscription): Bill | undefined =>
  bills.find(({ cycle, isVoid }) => cycle < 0 && !isVoid);
export const isOpen = ({ status }: Subscription) => status !== 'cancelled';
/** Whether its cycles are charged without the customer. */
export const isSilent = ({ payer, card }: Subscription) => payer !== null || card !== null;
export const periodStart = (one: Subscription) => (one.cycle < 0 ? one.since : startOf(one, one.cycle));
export const awaitsCharge = ({ isSilent, isVoid, status, retryAt }: Bill) =>
  isSilent && !isVoid && (status === 'created' || (status === 'failed' && retryAt !== null));

/** Begins the first cycle, or the trial before it. */
export function begin(world: World, one: Subscription, trialDays: number): void {
  one.anchor = world.books.now + trialDays * DAY_MS;
  one.cycle = trialDays > 0 ? -1 : 0;
  one.status = trialDays > 0 ? 'trialing' : 'active';
  one.lookAt = periodEnd(one);
  if (trialDays === 0) billByLink(world.books.now, one);
}

/** Links that have ended unpaid. */
export function failEnded(world: World): void {
  for (const one of world.subscriptions)
    for (const bill of one.bills)
      if (bill.status === 'created' && !bill.isSilent && bill.link!.expiresAt <= world.books.now)
        failLink(one, bill, true);
}

/** A link fails: a card was declined, or its time is over, which ends a subscription that was never paid. */
export function failLink(one: Subscription, bill: Bill, hasExpired: boolean): void {
  if (bill.cycle < 0) return failChange(one, bill);
  bill.status = 'failed';
  bill.hasFailed = true;
  bill.attempts += 1;
  if (!isOpen(one) || one.bills.some(({ cycle, status }) => cycle > bill.cycle && status === 'paid')) return;
  one.unpaidInRow += 1;
  one.status = 'past_due';
  if (one.unpaidInRow === UNPAID_AT_MOST || (!one.isConfirmed && hasExpired)) end(one, 'payment_failed');
  else if (!one.isConfirmed) wait(one, bill.link!.expiresAt);
}

/** Looks at a subscription once; returns whether it was due. */
export function look(world: World, one: Subscription): boolean {
  const { now } = world.books;
  if (one.lookAt === null || one.lookAt > now) return false;
  const latest = latestOf(one);
  const change = pendingOf(one);
  if (change && !one.endsWithPeriod) {
    const isBegun = one.charges.some((charge) => charge.bill === change && isOpenCharge(charge));
    if (change.isSilent && (periodEnd(one) > now || isBegun)) {
      charge(world, one, change, change.dueAt);
      return true;
    }
    failChange(one, change);
  }
  if (one.endsWithPeriod && periodEnd(one) <= now) {
    if (latest && awaitsCharge(latest)) {
      latest.retryAt = null;
      latest.status = 'failed';
    }
    end(one, 'cancel_at_period_end');
  } else if (!one.isConfirmed) {
    awaitFirstPayment(world, one, latest!);
  } else if (latest && awaitsCharge(latest)) {
    const chargeAt = latest.retryAt ?? latest.dueAt;
    if (chargeAt > now) wait(one, chargeAt);
    else charge(world, one, latest, chargeAt);
  } else if (
    latest?.status === 'created' &&
    latest.link!.expiresAt > now &&
    startOf(one, one.cycle + 2) <= now
  ) {
    wait(one, latest.link!.expiresAt);
  } else beginCycle(world, one, latest);
  return true;
}

export function voidBill(bill: Bill): void {
  Object.assign(bill, { status: 'failed', isVoid: true, retryAt: null });
  if (bill.link) bill.link.isOpen = false;
}

/** A payer who is charged without being asked pays for the running cycle only, and so does one who is behind. */
function beginCycle(world: World, one: Subscription, latest: Bill | undefined): void {
  const { now } = world.books;
  carryOut(world, one);
  const paysEach = !isSilent(one) && (!latest || (latest.status === 'paid' && !latest.hasFailed));
  const next = one.cycle + 1;
  one.cycle = paysEach ? next : Math.max(next, cycleAt(one, now));
  if (one.cycle > next) one.foreseen = null;
  if (one.status === 'trialing') one.status = 'active';
  one.lookAt = periodEnd(one);
  if (isSilent(one)) {
    const bill = newBill(now, one, null);
    if (bill.status === 'created') charge(world, one, bill, bill.dueAt);
  } else billByLink(now, one);
}

export function billByLink(now: number, one: Subscription): Bill {
  return newBill(now, one, { session: null, expiresAt: now + LINK_MS, isOpen: true });
}

/** Bills the cycle less the credit. A bill of nothing is paid, and has no link. */
export function newBill(now: number, one: Subscription, link: Bill['link']): Bill {
  const { plan, cycle } = one;
  const bill = billFor(now, { plan, cycle, dueAt: startOf(one, cycle), credit: one.credit }, link);
  one.credit -= bill.credit;
  one.bills.push(bill);
  if (bill.minor === 0n) settle(now, one, bill);
  return bill;
}

/** What a bill of a plan asks for after the credit that it takes. */
export function billFor(
  now: number,
  { plan, cycle, dueAt, credit: left }: Pick<Bill, 'plan' | 'cycle' | 'dueAt' | 'credit'>,
  link: Bill['link'],
): Bill {
  const credit = left < plan.minor ? left : plan.minor;
  const minor = plan.minor - credit;
  return {
    id: null,
    cycle,
    createdAt: now,
    plan,
    minor,
    credit,
    dueAt,
    status: 'created',
    isVoid: false,
    hasFailed: false,
    attempts: 0,
    isSilent: link === null || minor === 0n,
    retryAt: null,
    link: minor === 0n ? null : link,
    journal: null,
    held: 0n,
  };
}

function charge(world: World, one: Subscription, bill: Bill, chargeAt: number): void {
  if (one.mode === 'card_token') intend(world, one, bill, chargeAt);
  else if (walletOf(world, one.payer!).balance >= bill.minor) {
    bill.journal = payFrom(world, one, bill, one.payer!);
    settle(world.books.now, one, bill);
  } else fail(world, one, bill, chargeAt);
}

/** A charge without the customer fails: it is repeated, or was the last one. */
export function fail({ books: { now } }: World, one: Subscription, bill: Bill, chargeAt: number): void {
  if (bill.cycle < 0) return failChange(one, bill);
  bill.attempts += 1;
  bill.status = 'failed';
  bill.hasFailed = true;
  const days = RETRY_DAYS[bill.attempts - 1];
  if (days === undefined) {
    bill.retryAt = null;
    end(one, 'payment_failed');
    return;
  }
  bill.retryAt = (now - chargeAt > HOUR_MS ? now : chargeAt) + days * DAY_MS;
  one.status = 'past_due';
  wait(one, bill.retryAt);
}

const walletOf = ({ books }: World, account: number) => books.accounts[account]!.ensure(CURRENCY);

/** Moves the amount of a bill from a wallet to the merchant. */
function payFrom(world: World, one: Subscription, { minor, plan }: Bill, payer: number): ReferenceJournal {
  const { books } = world;
  const [from, to] = [books.accounts[payer]!, books.accounts[one.account]!];
  const shared = { fee: 0n, description: plan.name, reference: null };
  return books.book(
    'subscription',
    [
      [walletOf(world, payer), { ...shared, change: -minor, counterparty: to.usertag }],
      [walletOf(world, one.account), { ...shared, change: minor, counterparty: from.usertag }],
    ],
    [],
  );
}

/** A bill is paid. Only the last one decides about its subscription. */
export function settle(now: number, one: Subscription, bill: Bill): void {
  if (bill.cycle < 0) takeEffect(now, one, bill);
  bill.status = 'paid';
  bill.attempts += 1;
  bill.retryAt = null;
  if (bill.link) bill.link.isOpen = false;
  if (!isOpen(one)) return;
  const missed = one.bills.filter(
    (later) => later.cycle > bill.cycle && later.status === 'failed' && !later.isSilent,
  );
  one.unpaidInRow = Math.min(one.unpaidInRow, missed.length);
  if (bill.cycle !== one.cycle) return;
  if (one.status === 'past_due') one.status = 'active';
  one.lookAt = periodEnd(one);
}

/** The customer opens the last bill, which gets a link where none is open and no charge is under way. */
export function openBill({ books }: World, one: Subscription): boolean {
  const latest = latestOf(one);
  const change = pendingOf(one);
  const bill = latest?.status === 'paid' && change && !change.isSilent ? change : latest;
  const isCharged = one.charges.some(({ bill: of, status }) => of === bill && /intended|sent/.test(status));
  if (!isOpen(one) || !bill || bill.status === 'paid' || bill.isVoid || isCharged) return false;
  if (!bill.link?.isOpen || bill.link.expiresAt <= books.now)
    bill.link = { session: null, expiresAt: books.now + DAY_MS, isOpen: true };
  return true;
}

/** The page of a bill of another plan states other terms, so that paying it authorises nothing. */
export const statesTerms = ({ plan }: Subscription, bill: Bill) => bill.plan === plan;

/** A person pays an open link from a wallet, which authorises charges to it where the subscription takes them. */
export function payLink(world: World, one: Subscription, bill: Bill, payer: number): Expected {
  if (one.mode === 'card_token') return refused(400, 'VALIDATION_ERROR');
  if (isNeverPaid(one) || isDuplicate(world, one)) return refused(409, 'INVALID_STATE');
  if (walletOf(world, payer).balance < bill.minor) return refused(400, 'INSUFFICIENT_FUNDS', true);
  bill.journal = payFrom(world, one, bill, payer);
  if (bill.cycle < 0) takeEffect(world.books.now, one, bill);
  if (one.mode === 'wallet_auto' && isOpen(one) && statesTerms(one, bill) && one.payer !== payer) {
    one.payer = one.lastPayer = payer;
    one.agreed = one.plan.minor;
  }
  confirm(world, one);
  settle(world.books.now, one, bill);
  return { status: 200, fields: { session_id: bill.link!.session } };
}

export function cancel(one: Subscription): void {
  if (!isOpen(one)) return;
  for (const bill of one.bills) {
    if (bill.status !== 'paid' && !bill.isVoid) voidBill(bill);
  }
  end(one, 'merchant_cancelled');
}

export function cancelWithPeriod(one: Subscription): void {
  if (!isOpen(one) || one.endsWithPeriod) return;
  dropChange(one);
  one.endsWithPeriod = true;
  one.nextPlan = one.foreseen = null;
  wait(one, one.lookAt!);
}

/** A change of plan that waits is given up. */
export function dropChange(one: Subscription): void {
  const bill = pendingOf(one);
  if (!bill) return;
  Object.assign(bill, { status: 'failed', isVoid: true });
  if (bill.link) bill.link.isOpen = false;
  one.lookAt = periodEnd(one);
}

/** What is charged no more is collected by a link. */
export function stopCharges({ books }: World, one: Subscription): void {
  if (one.payer === null) return;
  if (pendingOf(one)?.isSilent) dropChange(one);
  const latest = latestOf(one);
  if (latest && awaitsCharge(latest)) {
    latest.status = 'created';
    latest.isSilent = false;
    latest.retryAt = null;
    latest.link = { session: null, expiresAt: books.now + LINK_MS, isOpen: true };
  }
  one.payer = one.agreed = null;
  one.mode = 'invoice';
  one.lookAt = periodEnd(one);
}

export function wait(one: Subscription, at: number): void {
  one.lookAt = one.endsWithPeriod ? Math.min(at, periodEnd(one)) : at;
}

export function end(one: Subscription, reason: NonNullable<Subscription['reason']>): void {
  Object.assign(one, {
    status: 'cancelled',
    reason,
    endsWithPeriod: false,
    lookAt: null,
    nextPlan: null,
    payer: null,
    card: null,
    agreed: null,
  });
}
