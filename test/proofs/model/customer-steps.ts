import * as fc from 'fast-check';
import { ask, refused } from './ask';
import { isOpen, pendingOf, type Subscription } from './reference-biller';
import { isBound, isTaken, take } from './reference-places';
import type { Service } from './service';
import { keyed, nat, pick, Step } from './step';
import { hasRoom, newCustomer } from './subscribe-steps';
import { changed, compare, shown } from './subscription-steps';
import type { Expected, Request, World } from './world';

/**
 * A merchant changes the address of a customer to a new one, to that of another customer or to that of an account, to
 * which the subscription then belongs; or the name only.
 */
export const customersChanged = fc
  .record({
    of: nat,
    to: fc.constantFrom(...(['new', 'other', 'other', 'other', 'account', 'none'] as const)),
    at: nat,
    name: fc.option(fc.constantFrom('Ada', 'Grace')),
    keyed,
  })
  .map(
    (request) =>
      new Step(
        ...(['ChangeCustomer', request] as const),
        async (world, service) => {
          const one = pick(world.subscriptions, request.of);
          const email = addressFor(world, one, request);
          await changeCustomer(world, service, one, {
            email,
            name: request.name ?? (email === undefined ? 'Ada' : undefined),
            key: request.keyed,
          });
        },
        (world) => world.subscriptions.length > 0,
      ),
  );

/** The bank reacts to the new address as to the old one. The bank that declines twice counts by address, which stays. */
function addressFor(
  world: World,
  one: Subscription,
  { to, at }: { to: 'new' | 'other' | 'account' | 'none'; at: number },
): string | undefined {
  const { bank, account } = one;
  if (to === 'none' || bank === 'declines twice') return undefined;
  const others = world.subscriptions.filter((other) => other.account === account && other.bank === bank);
  const known = to === 'other' ? others : [];
  const accounts = to === 'account' && bank === 'approves' ? world.books.accounts : [];
  const addresses = [...known.map(({ customer }) => customer), ...accounts.map(({ email }) => email)];
  const chosen = addresses.length > 0 ? pick(addresses, at) : null;
  return chosen !== null && hasRoom(world, { customer: chosen }) ? chosen : newCustomer(bank);
}

export async function changeCustomer(
  world: World,
  service: Service,
  one: Subscription,
  { key, ...to }: { email?: string; name?: string; key: boolean },
): Promise<void> {
  const request = customerRequest(world, one, to);
  await ask(world, service, request, key ? world.newKey(request) : null);
  await compare(service, one);
}

const customerRequest = (world: World, one: Subscription, to: { email?: string; name?: string }): Request =>
  changed(one, 'update-customer', to, () => {
    const customer = to.email ?? one.customer;
    const refusal = refusalOf(world, one, customer);
    world.outcomes.push(
      refusal && 'code' in refusal ? `changes of customers refused ${refusal.code}` : 'customers changed',
    );
    if (refusal) return refusal;
    const hasMoved = customer !== one.customer;
    one.customer = customer;
    one.name = to.name ?? one.name;
    if (hasMoved && one.isConfirmed) for (const plan of plansOf(one)) take(world, one, plan);
    return shown(one);
  });

/** One that has ended, or whose customer is an account; or one whose plans the customer at the new address has. */
function refusalOf(world: World, one: Subscription, customer: string): Expected | null {
  if (!isOpen(one) || isBound(world, one)) return refused(409, 'INVALID_STATE', true);
  if (customer === one.customer || !one.isConfirmed) return null;
  const moved = { account: one.account, customer, allowsDuplicate: one.allowsDuplicate };
  const isRefused = plansOf(one).some((plan) => isTaken(world, moved, plan));
  return isRefused ? refused(409, 'DUPLICATE_SUBSCRIPTION', true) : null;
}

/** The plan, and those that are to follow it. */
const plansOf = (one: Subscription) =>
  [one.plan, one.nextPlan, pendingOf(one)?.plan].filter((plan) => plan != null);
