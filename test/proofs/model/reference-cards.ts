import {
  awaitsCharge,
  type Bill,
  fail,
  isOpen,
  latestOf,
  pendingOf,
  settle,
  type Subscription,
  wait,
} from './reference-biller';
import { takeEffect } from './reference-plan-changes';
import type { World } from './world';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const FIRST_QUESTION_MS = 90 * SECOND_MS;
const LAST_QUESTION_MS = 180 * DAY_MS;
const UNKNOWN_ANSWERS = 3;
/** What the card company keeps back where it takes another amount than was asked for. */
const WITHHELD = 100n;

/** How the bank of a customer reacts to charges of a saved card. */
export type Bank = 'approves' | 'declines' | 'declines twice' | 'asks for the holder';

/** What becomes of a request to the card company: its answer is lost, it never arrives, or another amount is taken. */
export type Transport = 'works' | 'loses the answer' | 'never arrives' | 'takes less';

/** A charge of a saved card. */
export interface CardCharge {
  bill: Bill;
  attempt: number;
  /** The number of the card, counted for each subscription. */
  card: number;
  status: 'intended' | 'sent' | 'succeeded' | 'failed';
  isApplied: boolean;
  /** What the card company knows of it; null: nothing. */
  known: { taken: bigint } | 'declined' | null;
  /** When it is sent or asked about. */
  dueAt: number | null;
  sentAt: number;
  unknownAnswers: number;
  /** The bank waits for the holder. */
  wasAsked: boolean;
}

export const isOpenCharge = ({ status }: CardCharge) => status === 'intended' || status === 'sent';

/** Begins the charge of a bill, unless something else about it is under way. */
export function intend(world: World, one: Subscription, bill: Bill, chargeAt: number): void {
  const { now } = world.books;
  const isUnderWay = one.charges.some((charge) => charge.bill === bill && isOpenCharge(charge));
  if (bill.held > 0n || isUnderWay) return wait(one, now + HOUR_MS);
  if (one.card === null) return fail(world, one, bill, chargeAt);
  if (bill.link) bill.link.isOpen = false;
  one.charges.push({
    bill,
    attempt: bill.attempts + 1,
    card: one.card,
    status: 'intended',
    isApplied: false,
    known: null,
    dueAt: now,
    sentAt: 0,
    unknownAnswers: 0,
    wasAsked: false,
  });
  wait(one, now + HOUR_MS);
}

/** Sends the charge, or asks about it. Returns whether a request to charge was sent. */
export function collect(world: World, one: Subscription, charge: CardCharge, transport: Transport): boolean {
  const { now } = world.books;
  if (charge.status !== 'intended') {
    ask(world, one, charge);
    return false;
  }
  if (one.card !== charge.card || !awaitsCharge(charge.bill)) {
    end(world, one, charge);
    return false;
  }
  charge.status = 'sent';
  charge.sentAt = now;
  charge.dueAt = now + FIRST_QUESTION_MS;
  if (transport === 'never arrives') return true;
  const verdict = verdictOf(one);
  if (verdict === 'approved') {
    charge.known = { taken: transport === 'takes less' ? charge.bill.minor - WITHHELD : charge.bill.minor };
    one.declinedInRow = 0;
  } else if (verdict === 'declined') {
    charge.known = 'declined';
    one.declinedInRow += 1;
  }
  if (transport === 'loses the answer') return true;
  charge.wasAsked = verdict === 'asks';
  if (charge.wasAsked) end(world, one, charge);
  else ask(world, one, charge);
  return true;
}

/** Whether the company can take less: something has to remain. */
export const canTakeLess = (one: Subscription, { bill }: CardCharge) =>
  verdictOf(one) === 'approved' && bill.minor > WITHHELD;

export function verdictOf({ bank, declinedInRow }: Subscription): 'approved' | 'declined' | 'asks' {
  if (bank === 'asks for the holder') return 'asks';
  const declines = bank === 'declines' || (bank === 'declines twice' && declinedInRow < 2);
  return declines ? 'declined' : 'approved';
}

/** Asks the company, because it is time to or because of an event. */
export function ask(world: World, one: Subscription, charge: CardCharge): void {
  const { now } = world.books;
  const { known, sentAt } = charge;
  if (charge.status === 'succeeded') return;
  if (known !== null && known !== 'declined') return receive(world, one, charge, known.taken);
  if (!isOpenCharge(charge)) {
    if (charge.dueAt === null) return;
    charge.dueAt =
      known === 'declined' || 2 * (now - sentAt) > LAST_QUESTION_MS ? null : now + (now - sentAt);
    return;
  }
  if (known === 'declined') return end(world, one, charge);
  charge.unknownAnswers += 1;
  charge.dueAt = now + Math.min(Math.max(now - sentAt, FIRST_QUESTION_MS), HOUR_MS);
  if (charge.unknownAnswers < UNKNOWN_ANSWERS || now - sentAt < DAY_MS) return;
  end(world, one, charge);
  charge.dueAt = now + (now - sentAt);
}

function end(world: World, one: Subscription, charge: CardCharge): void {
  charge.status = 'failed';
  charge.dueAt = null;
  failBill(world, one, charge.bill);
}

function failBill(world: World, one: Subscription, bill: Bill): void {
  if (isOpen(one) && awaitsCharge(bill)) fail(world, one, bill, bill.retryAt ?? bill.dueAt);
}

/** Money pays a bill that is owed; other money goes back, or to staff where it is another amount. */
function receive(world: World, one: Subscription, charge: CardCharge, taken: bigint): void {
  const { books } = world;
  const { bill } = charge;
  const wasOpen = isOpenCharge(charge);
  const isOwed = isOpen(one) && bill.status !== 'paid' && !bill.isVoid;
  charge.status = 'succeeded';
  charge.dueAt = null;
  if (isOwed && taken === bill.minor) {
    if (bill.cycle < 0) takeEffect(books.now, one, bill);
    charge.isApplied = true;
    bill.journal = books.book(
      'subscription',
      [
        [
          books.accounts[one.account]!.ensure('NGN'),
          { change: taken, fee: 0n, counterparty: null, description: one.plan.name, reference: bill.id },
        ],
      ],
      [['card-gateway-clearing', 'NGN', -taken]],
    );
    return settle(books.now, one, bill);
  }
  books.move('card-gateway-clearing', 'NGN', -taken);
  books.move('unapplied', 'NGN', taken);
  if (isOwed) bill.held += taken;
  else world.refundsDue += taken;
  if (wasOpen && isOwed) failBill(world, one, bill);
}

/** The customer takes the card back; not while a bill is charged. */
export function removeCard(one: Subscription): void {
  const isCharged = [latestOf(one), pendingOf(one)].some((bill) => bill && awaitsCharge(bill));
  if (one.card === null || isCharged) return;
  one.card = one.agreed = null;
}

/** The card that paid a link is charged from now on. */
export function attach(one: Subscription): void {
  one.card = one.cards += 1;
  one.agreed = one.plan.minor;
}
