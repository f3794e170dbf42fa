import {
  type Bill,
  CURRENCY,
  end,
  isOpen,
  pendingOf,
  type Subscription,
  voidBill,
  wait,
} from './reference-biller';
import type { Plan } from './reference-plans';
import type { World } from './world';

/** A subscription, or one that is not made yet. */
type Customer = Pick<Subscription, 'account' | 'customer'>;

/** Other open subscriptions of the customer with the merchant. */
const othersOf = ({ subscriptions }: World, one: Customer): Subscription[] =>
  subscriptions.filter(
    (other) =>
      other !== one && isOpen(other) && other.account === one.account && other.customer === one.customer,
  );

/** Whether the customer has the plan by another confirmed subscription, or is to have it. */
export const isHeld = (world: World, one: Customer, plan: Plan): boolean =>
  othersOf(world, one).some(
    (other) => other.isConfirmed && [other.plan, other.nextPlan, pendingOf(other)?.plan].includes(plan),
  );

/** Whether that refuses the plan to a subscription, which has not been permitted as a duplicate. */
export const isTaken = (
  world: World,
  one: Customer & Pick<Subscription, 'allowsDuplicate'>,
  plan: Plan,
): boolean => !one.allowsDuplicate && isHeld(world, one, plan);

/** The subscription holds the plan for its customer: those that wait for their first payment end when they are looked at. */
export function take(world: World, one: Subscription, plan: Plan): void {
  if (one.allowsDuplicate) return;
  for (const other of othersOf(world, one))
    if (!other.isConfirmed && other.plan === plan) other.lookAt = world.books.now;
}

/** The first payment confirms a subscription that a browser has made. */
export function confirm(world: World, one: Subscription): void {
  if (one.isConfirmed) return;
  take(world, one, one.plan);
  one.isConfirmed = true;
  world.outcomes.push('public subscriptions confirmed');
}

/** It has ended before its first payment, so that no payment of its link begins. */
export const isNeverPaid = (one: Subscription): boolean => !isOpen(one) && !one.isConfirmed;

/** Its first payment comes after the customer has got the plan by another subscription. */
export const isDuplicate = (world: World, one: Subscription): boolean =>
  !one.isConfirmed && isHeld(world, one, one.plan);

/** Nothing more is billed before the first payment: it ends with its link, or at once where it is a duplicate. */
export function awaitFirstPayment(world: World, one: Subscription, bill: Bill): void {
  const isOver = isDuplicate(world, one);
  const { expiresAt } = bill.link!;
  if (!isOver && expiresAt > world.books.now) return wait(one, expiresAt);
  if (!isOver) return end(one, 'payment_failed');
  world.outcomes.push('public subscriptions ended unpaid as duplicates');
  endDuplicate(one, bill);
}

/** A card has paid a duplicate: it ends, and the money goes back. */
export function returnPayment(world: World, one: Subscription, bill: Bill): void {
  const { books } = world;
  books.move('card-gateway-clearing', CURRENCY, -bill.minor);
  books.move('unapplied', CURRENCY, bill.minor);
  world.refundsDue += bill.minor;
  world.outcomes.push('public subscriptions paid and returned');
  endDuplicate(one, bill);
}

function endDuplicate(one: Subscription, bill: Bill): void {
  voidBill(bill);
  end(one, 'duplicate');
}

/** Whether the account of a person has proved the address of the customer. */
export const isBound = ({ books }: World, { customer }: Customer): boolean =>
  books.accounts.some(({ email }) => email === customer);
