import * as fc from 'fast-check';
import { type Bill, isOpen, type Subscription } from './reference-biller';
import { type Plan, plansOf } from './reference-plans';
import type { Service } from './service';
import { accountAt, minor, nat, pick, Step } from './step';
import { createPlan, customerOf, hasRoom, periods, subscribePublicly } from './subscribe-steps';
import { compare, payable, payFromCard, payFromWallet } from './subscription-steps';
import type { World } from './world';

/** By a card, or from the wallet of an account. */
const means = fc.oneof(
  { weight: 4, arbitrary: fc.constant('approved' as const) },
  { weight: 1, arbitrary: fc.constant('declined' as const) },
  { weight: 2, arbitrary: nat },
);
type Means = number | 'approved' | 'declined';

/** A customer presses the button of a plan once or several times, mostly of one that is known and takes customers. */
export const subscribedPublicly = fc
  .record({
    account: nat,
    minor,
    period: periods,
    known: fc.option(nat, { freq: 3 }),
    again: fc.option(nat, { freq: 2 }),
    times: fc.integer({ min: 1, max: 3 }),
  })
  .map(
    (request) =>
      new Step('SubscribePublicly', request, async (world, service) => {
        const account = accountAt(world, request.account);
        const plan = await planFor(world, service, account, request);
        const customer = customerOf(world, account, { again: request.again, bank: 'approves' });
        for (let i = 0; i < request.times && hasRoom(world, customer); i++)
          await subscribePublicly(world, service, plan, customer);
      }),
  );

function planFor(
  world: World,
  service: Service,
  account: number,
  {
    known,
    minor: price,
    period,
  }: { known: number | null; minor: bigint; period: Pick<Plan, 'interval' | 'count'> },
): Promise<Plan> | Plan {
  const all = plansOf(world, account);
  const suited = all.filter(({ isActive, trialDays }) => isActive && trialDays === 0);
  const existing = suited.length > 0 && known !== null && known % 8 > 0 ? suited : all;
  return known !== null && existing.length > 0
    ? pick(existing, known)
    : createPlan(world, service, account, { minor: price, ...period });
}

/** A customer pays all that browsers have opened of one plan, one after the other in any order. */
export const buttonsPaid = fc
  .record({ of: nat, from: nat, by: fc.array(means, { minLength: 1, maxLength: 4 }) })
  .map(
    (request) =>
      new Step(
        ...(['PayButtons', request] as const),
        async (world, service) => {
          const [first] = pick(unpaid(world), request.of);
          const all = unpaid(world).filter(([one]) => isSamePlace(one, first));
          for (let i = 0; i < all.length; i++)
            await pay(world, service, pick(all, request.from + i), pick(request.by, i));
        },
        (world) => unpaid(world).length > 0,
      ),
  );

const unpaid = (world: Readonly<World>) => payable(world).filter(([one]) => !one.isConfirmed && isOpen(one));

const isSamePlace = (one: Subscription, other: Subscription) =>
  one.account === other.account && one.customer === other.customer && one.plan === other.plan;

/** The link may have ended with the payment of another one. */
export async function pay(
  world: World,
  service: Service,
  [one, bill]: [Subscription, Bill],
  by: Means,
): Promise<void> {
  if (typeof by === 'number') await payFromWallet(world, service, [one, bill], by);
  else await payFromCard(world, service, [one, bill], by);
  await compare(service, one);
}
