import * as fc from 'fast-check';
import { ask, meets, number } from './ask';
import { deposit } from './card-requests';
import type { Bill, Subscription } from './reference-biller';
import * as biller from './reference-biller';
import { take } from './reference-places';
import { type Change, changePlan, type ChangeTime, refusalOf } from './reference-plan-changes';
import { periodEnd, type Plan } from './reference-plans';
import type { Reply, Service } from './service';
import { accountAt, keyed, letPass, nat, pick, Step } from './step';
import { createPlan, DAILY, subscribe, WEEKLY } from './subscribe-steps';
import {
  billOf,
  compare,
  path,
  payFromCard,
  payFromWallet,
  renew,
  stateOf,
  time,
} from './subscription-steps';
import type { Expected, Request, World } from './world';

const HOUR_MS = 3_600_000;

/** Which plan is asked for. */
type Target =
  | { kind: 'new'; permille: bigint; period: Pick<Plan, 'interval' | 'count'> | null }
  | { kind: 'current' }
  | { kind: 'scheduled' }
  | { kind: 'other currency' }
  | { kind: 'known'; of: number };

const MONTHLY = { interval: 'monthly', count: 1 } as const;
const periods = fc.constantFrom(
  ...[null, null, null, null, DAILY, DAILY, WEEKLY, MONTHLY],
  ...[2, 7, 8, 28, 31].map((count) => ({ interval: 'daily', count }) as const),
  ...[{ interval: 'monthly', count: 12 } as const, { interval: 'yearly', count: 1 } as const],
);
/** A credit pays several cycles of a plan that costs a small part of the other one. */
const target: fc.Arbitrary<Target> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('new' as const),
      permille: fc.constantFrom(1n, 30n, 200n, 334n, 800n, 1000n, 1001n, 1700n, 4000n),
      period: periods,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Target>(
      { kind: 'current' },
      { kind: 'current' },
      { kind: 'scheduled' },
      { kind: 'other currency' },
    ),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('known' as const), of: nat }) },
);

/** Most requests concern subscriptions whose plan can change. A preview comes first, or stays the only request. */
export const plansChanged = fc
  .record({
    of: nat,
    isAny: fc.constantFrom(false, false, false, false, true),
    waitMs: fc.oneof(fc.constant(0), fc.nat(6 * HOUR_MS)),
    when: fc.constantFrom<ChangeTime>('now', 'now', 'now', 'period_end', 'period_end'),
    target,
    preview: fc.constantFrom('none' as const, 'first' as const, 'first' as const, 'only' as const),
    keyed,
  })
  .map(
    (request) =>
      new Step(
        ...(['ChangePlan', request] as const),
        async (world, service) => {
          letPass(world, service, request.waitMs);
          const one = pick(request.isAny ? world.subscriptions : suited(world, request.target), request.of);
          const plan = await planFor(world, service, one, request.target);
          await change(world, service, one, { ...request, plan });
        },
        (world) => world.subscriptions.length > 0,
      ),
  );

/** Subscriptions whose plan can change, with a scheduled change where that is to be replaced; all if there are none. */
function suited(world: World, { kind }: Target): Subscription[] {
  const changeable = world.subscriptions.filter((one) => !refusalOf(world, one, one.plan, 'period_end'));
  const scheduled = changeable.filter(({ nextPlan }) => nextPlan !== null);
  if (scheduled.length > 0 && (kind === 'current' || kind === 'scheduled')) return scheduled;
  return changeable.length > 0 ? changeable : world.subscriptions;
}

async function planFor(world: World, service: Service, one: Subscription, to: Target): Promise<Plan> {
  if (to.kind === 'scheduled') return one.nextPlan ?? one.plan;
  if (to.kind === 'known') return pick(knownPlans(world, one, to.of), to.of);
  if (to.kind === 'current') return one.plan;
  const { account, plan } = one;
  if (to.kind === 'other currency') return createPlan(world, service, account, { ...plan, currency: 'USD' });
  const minor = (plan.minor * to.permille) / 1000n || 1n;
  return createPlan(world, service, account, { ...(to.period ?? plan), minor, trialDays: plan.trialDays });
}

/** Plans that the customer has by other subscriptions, plans of the merchant, or plans of every account. */
function knownPlans({ plans, subscriptions }: World, one: Subscription, by: number): Plan[] {
  const others = subscriptions.filter((other) => other !== one && other.customer === one.customer);
  if (others.length > 0 && by % 2 > 0) return others.flatMap(({ plan, nextPlan }) => nextPlan ?? plan);
  return by % 8 > 0 ? plans.filter(({ account }) => account === one.account) : plans;
}

interface Wanted {
  plan: Plan;
  when: ChangeTime;
  preview: 'none' | 'first' | 'only';
  keyed: boolean;
}

async function change(
  world: World,
  service: Service,
  one: Subscription,
  { plan, when, preview, keyed: isKeyed }: Wanted,
): Promise<void> {
  const request = changeRequest(world, one, plan, when);
  const foreseen = preview === 'none' ? null : await seePreview(world, service, request, one);
  if (preview !== 'only') {
    const reply = await ask(world, service, request, isKeyed ? world.newKey(request) : null);
    if (foreseen) expect(likened(reply.body)).toEqual(likened(foreseen.body));
  }
  await compare(service, one);
}

function changeRequest(world: World, one: Subscription, plan: Plan, when: ChangeTime): Request {
  return {
    account: one.account,
    call: {
      host: 'checkout',
      path: path('change-plan'),
      body: { subscription_id: one.id, plan_id: plan.id, when },
    },
    decide: () => {
      const refusal = refusalOf(world, one, plan, when);
      world.outcomes.push(outcomeOf(one, plan, when, refusal));
      if (refusal) return refusal;
      const cycle = one.cycle + 1;
      if (plan !== one.plan) take(world, one, plan);
      const done = changePlan(world, one, plan, when);
      const isWaiting = done.effectiveAt === null;
      const expected = answer(one, done);
      const learn = ({ body }: Reply) => {
        // One that waits may take effect later.
        one.foreseen = isWaiting ? null : { cycle, bills: body.change.next_invoices as unknown[] };
      };
      return { ...expected, learn };
    },
  };
}

/** A dry run answers what the request would, and changes nothing. */
async function seePreview(
  world: World,
  service: Service,
  { account, call }: Request,
  one: Subscription,
): Promise<Reply | null> {
  const { plan_id, when } = call.body as { plan_id: string; when: ChangeTime };
  const plan = world.plans.find(({ id }) => id === plan_id)!;
  const reply = await service.call({
    ...call,
    method: 'POST',
    apiKey: service.keys[account]!,
    headers: { 'x-dry-run': 'true' },
  });
  const refusal = refusalOf(world, one, plan, when);
  const copy = { ...one, bills: one.bills.map(copyOf), events: [], authorities: { ended: 0, kept: 0 } };
  const expected = refusal ?? answer(copy, changePlan(world, copy, plan, when));
  meets(
    reply,
    'code' in expected ? expected : { status: 200, fields: { ...expected.fields, dry_run: true } },
  );
  world.outcomes.push(refusal ? 'previews refused' : 'previews');
  return refusal ? null : reply;
}

const copyOf = (bill: Bill): Bill => ({ ...bill, link: bill.link && { ...bill.link } });

function answer(one: Subscription, done: Change): Expected & { status: 200 } {
  const { plan, when, effectiveAt, credit, bill, next, needsAuthority } = done;
  return {
    status: 200,
    fields: {
      subscription: stateOf(one),
      invoice: bill && billOf(bill, one),
      change: {
        plan_id: plan.id,
        when,
        effective_at: time(effectiveAt),
        credit: number(credit),
        currency: biller.CURRENCY,
        next_invoices: next.map(({ dueAt, price, credit: used, minor }) => ({
          due_at: time(dueAt),
          price: number(price),
          credit: number(used),
          amount: number(minor),
        })),
        authorization_required: needsAuthority,
      },
    },
  };
}

function outcomeOf(one: Subscription, plan: Plan, when: ChangeTime, refusal: Expected | null): string {
  if (refusal) return 'code' in refusal ? `refused ${refusal.code}` : '';
  if (when === 'now') return one.status === 'trialing' ? 'now, in a trial' : 'now';
  if (plan === one.plan) return one.nextPlan ? 'withdrawn' : 'none to withdraw';
  return one.nextPlan ? 'replaced' : 'scheduled';
}

/** An answer without what is new in each one. */
function likened(body: Record<string, unknown>) {
  const { dry_run, invoice, subscription, ...rest } = body;
  const { pending_change, ...shown } = subscription as { pending_change: { plan_id: string } | null };
  const { invoice_id, checkout_session_id, checkout_url, ...bill } = (invoice ?? {}) as Record<
    string,
    unknown
  >;
  const pending = pending_change?.plan_id;
  return {
    ...rest,
    pending,
    subscription: shown,
    invoice: invoice && { ...bill, hasLink: checkout_url !== null },
  };
}

/**
 * The first step of a run. A subscription that is charged without its customer gets a cheaper plan amid a paid period, then
 * a dearer one in the next period, so that each run grants credits, uses them for later bills, and keeps and ends an
 * authority. `isLate`: a link of the first plan is paid at the end.
 */
export const changedTwice = fc
  .record({
    account: nat,
    minor: fc.integer({ min: 1000, max: 1_000_000 }).map(BigInt),
    period: fc.constantFrom(DAILY, WEEKLY, { interval: 'daily', count: 2 } as const),
    isLate: fc.boolean(),
    mode: fc.constantFrom('wallet_auto' as const, 'card_token' as const),
    // The rest of the dearer plan pays two cycles of the cheaper one, also when the change is an hour late.
    usedPermille: fc.integer({ min: 1, max: 550 }),
    cheaper: fc.constantFrom(10n, 100n, 199n),
    dearer: fc.constantFrom(1001n, 1700n, 4000n),
  })
  .map(
    (request) =>
      new Step('ChangeTwice', request, async (world, service) => {
        const { minor, isLate, mode, usedPermille, cheaper, dearer } = request;
        const account = accountAt(world, request.account);
        const payer = accountAt(world, account + 1);
        const money = {
          account: payer,
          currency: biller.CURRENCY,
          minor: 4n * minor,
          card: 'approved',
        } as const;
        await ask(world, service, deposit(world, money), null);
        const period = isLate ? DAILY : request.period;
        const made = await createPlan(world, service, account, { ...period, minor });
        const one = (await subscribe(world, service, made, { mode, bank: 'approves' }))!;
        const length = periodEnd(one) - one.anchor;
        const passPeriod = async () => {
          letPass(world, service, length + HOUR_MS);
          await renew(world, service);
        };
        const pay = async (bill: Bill) => {
          if (mode === 'wallet_auto') await payFromWallet(world, service, [one, bill], payer);
          else await payFromCard(world, service, [one, bill], 'approved');
          await compare(service, one);
        };
        const to = async (permille: bigint) => {
          const plan = await createPlan(world, service, account, {
            ...period,
            minor: (minor * permille) / 1000n,
          });
          await change(world, service, one, { plan, when: 'now', preview: 'first', keyed: false });
        };

        if (isLate) await passPeriod();
        await pay(one.bills.at(-1)!);
        letPass(world, service, Math.floor((length * usedPermille) / 1000));
        await to(cheaper);
        await passPeriod();
        await to(dearer);
        await pay(one.bills.at(-1)!);
        if (isLate) await pay(one.bills[0]!);
      }),
  );
