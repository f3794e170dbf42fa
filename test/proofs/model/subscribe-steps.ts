import * as fc from 'fast-check';
import { meets, number, refused } from './ask';
import * as biller from './reference-biller';
import type { Bill, Subscription } from './reference-biller';
import type { Bank } from './reference-cards';
import { isTaken, take } from './reference-places';
import { type Plan, plansOf } from './reference-plans';
import type { Service } from './service';
import { accountAt, minor, nat, pick, Step } from './step';
import { compare, path, stateOf, time } from './subscription-steps';
import type { World } from './world';

export type Terms = Pick<Plan, 'minor' | 'interval' | 'count'> &
  Partial<Pick<Plan, 'currency' | 'trialDays'>>;

export const DAILY = { interval: 'daily', count: 1 } as const;
export const WEEKLY = { interval: 'weekly', count: 1 } as const;

/** Cycles of one to eight days, so that the waits of a run reach them. */
export const periods = fc.constantFrom(
  ...[
    DAILY,
    DAILY,
    { interval: 'daily', count: 2 } as const,
    WEEKLY,
    { interval: 'daily', count: 8 } as const,
  ],
);
const modes = fc.constantFrom(
  ...(['invoice', 'wallet_auto', 'wallet_auto', 'card_token', 'card_token'] as const),
);

/** Addresses by which the card company knows how the bank of a customer reacts. */
const TAGS: Record<Bank, string> = {
  approves: '',
  declines: '+declined',
  'declines twice': '+declined2',
  'asks for the holder': '+stepup',
};
const banks = fc.constantFrom<Bank>(
  ...(['approves', 'approves', 'approves', 'declines twice', 'declines', 'asks for the holder'] as const),
);

/** The card company knows customers of all worlds. */
let customers = 0;
/** An address can be subscribed ten times in an hour. */
const MAX_OF_CUSTOMER = 5;

/** Makes a plan in naira, unless it is to be in another currency. */
export async function createPlan(
  world: World,
  service: Service,
  account: number,
  { minor: price, interval, count, currency = biller.CURRENCY, trialDays = 0 }: Terms,
): Promise<Plan> {
  const name = `Plan ${world.plans.length}`;
  const terms = { name, amount: number(price), currency, interval, interval_count: count };
  const reply = await service.call({
    host: 'checkout',
    method: 'POST',
    path: path('create-plan'),
    body: { ...terms, trial_days: trialDays },
    apiKey: service.keys[account]!,
  });
  meets(reply, { status: 200, fields: { plan: terms } });
  const { plan_id: id } = reply.body.plan as { plan_id: string };
  const plan = { account, id, name, minor: price, currency, interval, count, trialDays, isActive: true };
  world.plans.push(plan);
  return plan;
}

interface Who {
  mode: Subscription['mode'];
  bank: Bank;
  customer?: string;
  allowsDuplicate?: boolean;
}

/** The customer has the address, the bank reacts to it. */
export type Customer = Pick<Subscription, 'customer' | 'bank'>;

/** Subscribes a customer, a new one unless named; null where that is refused. */
export async function subscribe(
  world: World,
  service: Service,
  plan: Plan,
  { mode, bank, allowsDuplicate = false, customer = newCustomer(bank) }: Who,
): Promise<Subscription | null> {
  const { account } = plan;
  const reply = await service.call({
    host: 'checkout',
    method: 'POST',
    path: path('subscribe'),
    body: {
      plan_id: plan.id,
      customer: { email: customer },
      billing_mode: mode,
      allow_duplicate: allowsDuplicate,
      ...(mode === 'card_token' && { consent: { accepted: true } }),
    },
    apiKey: service.keys[account]!,
  });
  const refusal = !plan.isActive
    ? refused(404, 'NOT_FOUND')
    : isTaken(world, { account, customer, allowsDuplicate }, plan) && refused(409, 'DUPLICATE_SUBSCRIPTION');
  if (refusal) {
    meets(reply, refusal);
    return null;
  }
  const one = newSubscription(world, plan, {
    mode,
    bank,
    customer,
    allowsDuplicate,
    isConfirmed: true,
    id: reply.body.subscription?.subscription_id,
  });
  meets(reply, { status: 200, fields: { subscription: stateOf(one) } });
  one.page = new URL(reply.body.subscription.manage_url as string).pathname;
  take(world, one, plan);
  world.subscriptions.push(one);
  await compare(service, one);
  return one;
}

/** A browser subscribes a customer, with the public key of the merchant; null where that is refused. */
export async function subscribePublicly(
  world: World,
  service: Service,
  plan: Plan,
  { customer, bank }: Customer,
): Promise<Subscription | null> {
  const reply = await service.call({
    host: 'checkout',
    method: 'POST',
    path: path('subscribe-public'),
    body: { plan_id: plan.id, customer: { email: customer } },
    apiKey: service.publicKeys[plan.account]!,
  });
  if (!plan.isActive || plan.trialDays > 0) {
    meets(reply, plan.isActive ? refused(400, 'VALIDATION_ERROR') : refused(404, 'NOT_FOUND'));
    return null;
  }
  const { subscription_id: id } = (reply.body.subscription ?? {}) as { subscription_id: string };
  const who = { mode: 'invoice', bank, customer, allowsDuplicate: false, isConfirmed: false, id } as const;
  const one = newSubscription(world, plan, who);
  const [bill] = one.bills as [Bill];
  const { status, plan_id, amount, interval, interval_count } = stateOf(one);
  const subscription = { status, plan_id, amount, interval, interval_count };
  const invoice = { status: 'created', amount, expires_at: time(bill.link!.expiresAt) };
  meets(reply, { status: 200, fields: { subscription, invoice } });
  // The answer is the same whether the customer has the plan or not.
  expect(reply.text).not.toContain(customer);
  const shown = await service.call({
    host: 'checkout',
    method: 'GET',
    path: `${path('retrieve')}&subscription_id=${id}`,
    apiKey: service.keys[plan.account]!,
  });
  one.page = new URL(shown.body.subscription.manage_url as string).pathname;
  world.subscriptions.push(one);
  await compare(service, one);
  return one;
}

export const newCustomer = (bank: Bank): string => `customer${customers++}${TAGS[bank]}@example.com`;

function newSubscription(
  world: World,
  plan: Plan,
  who: Required<Who> & Pick<Subscription, 'id' | 'isConfirmed'>,
): Subscription {
  const one: Subscription = {
    ...who,
    name: null,
    account: plan.account,
    plan,
    nextPlan: null,
    credit: 0n,
    agreed: null,
    foreseen: null,
    events: [],
    authorities: { ended: 0, kept: 0 },
    dropped: 0,
    since: world.books.now,
    anchor: world.books.now,
    anchorCycle: 0,
    cycle: 0,
    status: 'active',
    reason: null,
    endsWithPeriod: false,
    unpaidInRow: 0,
    payer: null,
    lastPayer: null,
    lookAt: null,
    bills: [],
    page: '',
    card: null,
    cards: 0,
    declinedInRow: 0,
    charges: [],
  };
  biller.begin(world, one, plan.trialDays);
  return one;
}

/** A new customer subscribes to a new plan; some subscribe to one that is known, some have subscribed before. */
export const subscribed = fc
  .record({
    account: nat,
    minor,
    period: periods,
    trialDays: fc.constantFrom(0, 0, 0, 1, 3),
    mode: modes,
    bank: banks,
    known: fc.option(nat, { freq: 1 }),
    again: fc.option(nat, { freq: 1 }),
    allowsDuplicate: fc.boolean(),
  })
  .map(
    (request) =>
      new Step('Subscribe', request, async (world, service) => {
        const { minor: price, period, trialDays, mode, known } = request;
        const account = accountAt(world, request.account);
        const existing = plansOf(world, account);
        const plan =
          known !== null && existing.length > 0
            ? pick(existing, known)
            : await createPlan(world, service, account, { minor: price, ...period, trialDays });
        const { customer, bank } = customerOf(world, account, request);
        await subscribe(world, service, plan, {
          mode,
          bank,
          customer,
          allowsDuplicate: request.allowsDuplicate,
        });
      }),
  );

/** The bank that declines twice counts the charges of an address, so that its customers have one subscription each. */
export function customerOf(
  world: World,
  account: number,
  { again, bank }: { again: number | null; bank: Bank },
): Customer {
  const own = world.subscriptions.filter((one) => one.account === account && one.bank !== 'declines twice');
  const before = again !== null && own.length > 0 ? pick(own, again) : null;
  return before && hasRoom(world, before) ? before : { customer: newCustomer(bank), bank };
}

/** Whether another subscription can be to the address. */
export const hasRoom = ({ subscriptions }: World, { customer }: Pick<Customer, 'customer'>): boolean =>
  subscriptions.filter((one) => one.customer === customer).length < MAX_OF_CUSTOMER;

/** A merchant ends new subscriptions to a plan, or permits them again. */
export const plansSwitched = fc.record({ of: nat }).map(
  (request) =>
    new Step(
      ...(['SwitchPlan', request] as const),
      async (world, service) => {
        const plan = pick(world.plans, request.of);
        const active = !plan.isActive;
        const reply = await service.call({
          host: 'checkout',
          method: 'POST',
          path: path('update-plan'),
          body: { plan_id: plan.id, active },
          apiKey: service.keys[plan.account]!,
        });
        meets(reply, { status: 200, fields: { plan: { active } } });
        plan.isActive = active;
      },
      (world) => world.plans.length > 0,
    ),
);
