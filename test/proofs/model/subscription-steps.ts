import { FailUnpaidInvoices } from '@app/subscriptions';
import { Commands } from '@app/write-path';
import * as fc from 'fast-check';
import { BillNextCycle } from '../../../libs/subscriptions/src/commands/bill-next-cycle';
import { meets, number, refused } from './ask';
import { compareCharges } from './card-charge-steps';
import { sendRefunds } from './escrow-steps';
import { payByCard, sendCard } from './page-payments';
import * as biller from './reference-biller';
import { attach } from './reference-cards';
import { confirm, isDuplicate, isNeverPaid, returnPayment } from './reference-places';
import { takeEffect } from './reference-plan-changes';
import type { Bill, Subscription } from './reference-biller';
import { DAY_MS, periodEnd } from './reference-plans';
import type { Service } from './service';
import { asking, keyed, letPass, nat, pick, Step } from './step';
import type { Expected, Request, World } from './world';

export const path = (action: string) => `subscriptions.php?action=${action}`;

/** A link of any bill is paid by card, or from the wallet of any account. */
export const linksOfBillsPaid = fc
  .record({
    of: nat,
    by: fc.oneof(fc.constantFrom('approved' as const, 'declined' as const), nat, nat, nat),
  })
  .map(
    (request) =>
      new Step(
        ...(['PayBill', request] as const),
        async (world, service) => {
          const [one, bill] = pick(payable(world), request.of);
          const by = payerOf(one, request.by);
          if (typeof by === 'number') await payFromWallet(world, service, [one, bill], by);
          else await payFromCard(world, service, [one, bill], by);
          await compare(service, one);
        },
        (world) => payable(world).length > 0,
      ),
  );

/** Most bills of subscriptions that take cards only are paid by one. */
const payerOf = <By>({ mode }: Subscription, by: By | number): By | number | 'approved' =>
  mode === 'card_token' && typeof by === 'number' && by % 8 > 0 ? 'approved' : by;

export async function payFromCard(
  world: World,
  service: Service,
  [one, bill]: [Subscription, Bill],
  card: 'approved' | 'declined',
): Promise<void> {
  const { session, expiresAt } = bill.link!;
  if (isNeverPaid(one)) return meets(await sendCard(service, session!, card), refused(409, 'INVALID_STATE'));
  if (card === 'approved' && isDuplicate(world, one)) {
    meets(await sendCard(service, session!, card), refused(409, 'INVALID_STATE'));
    returnPayment(world, one, bill);
    return sendRefunds(world, service);
  }
  const open = { id: session!, minor: bill.minor, currency: biller.CURRENCY, expiresAt } as const;
  const { account } = one;
  const description = bill.plan.name;
  const credited = { account, type: 'subscription', reference: bill.id!, description } as const;
  const isPaid = await payByCard(world, service, open, card, credited);
  if (isPaid) {
    if (bill.cycle < 0) takeEffect(world.books.now, one, bill);
    if (one.mode === 'card_token' && biller.isOpen(one) && biller.statesTerms(one, bill)) attach(one);
    one.declinedInRow = 0;
    confirm(world, one);
    biller.settle(world.books.now, one, bill);
    return;
  }
  one.declinedInRow += 1;
  if (bill.status === 'created' && !bill.isSilent && bill.cycle >= 0) biller.failLink(one, bill, false);
}

export async function payFromWallet(
  world: World,
  service: Service,
  [one, bill]: [Subscription, Bill],
  by: number,
): Promise<void> {
  const { accounts } = world.books;
  const others = [...accounts.keys()].filter(
    (account) => account !== one.account && accounts[account]!.wallets.has(biller.CURRENCY),
  );
  if (others.length === 0) return;
  const payer = pick(others, by);
  const { pin } = service.people[payer]!;
  const reply = await service.call({
    host: 'checkout',
    method: 'POST',
    path: 'sessions.php?action=pay-wallet',
    body: { session_id: bill.link!.session, pin, currency: biller.CURRENCY },
    ...(await service.signedInAs(payer)),
  });
  meets(reply, biller.payLink(world, one, bill, payer));
}

export const payable = ({ subscriptions, books }: Readonly<World>): [Subscription, Bill][] =>
  subscriptions.flatMap((one) =>
    one.bills
      .filter(({ link }) => link?.isOpen && link.session !== null && link.expiresAt > books.now)
      .map((bill): [Subscription, Bill] => [one, bill]),
  );

const ofOne = (name: string, make: (world: World, one: Subscription) => Request | null): fc.Arbitrary<Step> =>
  fc
    .record({ of: nat, keyed })
    .map((request) =>
      asking(name, request, (world) =>
        world.subscriptions.length === 0 ? null : make(world, pick(world.subscriptions, request.of)),
      ),
    );

export const changed = (
  one: Subscription,
  action: string,
  body: object,
  decide: () => Expected,
): Request => ({
  account: one.account,
  call: { host: 'checkout', path: path(action), body: { subscription_id: one.id, ...body } },
  decide,
});
export const shown = (one: Subscription): Expected => ({
  status: 200,
  fields: { subscription: stateOf(one) },
});

export const subscriptionsCancelled = ofOne('CancelSubscription', (_, one) =>
  changed(one, 'cancel', {}, () => {
    biller.cancel(one);
    return shown(one);
  }),
);

export const subscriptionsEnding = ofOne('EndSubscription', (_, one) =>
  changed(one, 'cancel', { at_period_end: true }, () => {
    biller.cancelWithPeriod(one);
    return shown(one);
  }),
);

export const subscriptionsResumed = ofOne('Resume', (_, one) =>
  changed(one, 'resume', {}, () => {
    if (!one.endsWithPeriod) return refused(409, 'INVALID_STATE', true);
    one.endsWithPeriod = false;
    return shown(one);
  }),
);

export const chargesStopped = ofOne('StopAutopay', (world, one) =>
  one.lastPayer === null
    ? null
    : {
        account: one.lastPayer,
        byPerson: true,
        call: { host: 'app', path: path('stop-autopay'), body: { subscription_id: one.id } },
        decide: () => {
          biller.stopCharges(world, one);
          const { billing_mode, wallet_authorized } = stateOf(one);
          return { status: 200, fields: { subscription: { billing_mode, wallet_authorized } } };
        },
      },
);

/**
 * Bills all that is due after some days, one subscription after another, so that wallets that pay several are charged in
 * this order.
 */
export const renewals = fc.record({ days: fc.constantFrom(0, 1, 1, 1, 2, 3, 5, 9) }).map(
  (request) =>
    new Step(
      ...(['Renew', request] as const),
      async (world, service) => {
        letPass(world, service, request.days * DAY_MS);
        await renew(world, service);
      },
      (world) => world.subscriptions.length > 0,
    ),
);

/** Bills all that is due. */
export async function renew(world: World, service: Service): Promise<void> {
  await service.platform.inside('scheduler', FailUnpaidInvoices).run();
  biller.failEnded(world);
  const commands = service.platform.inside('scheduler', Commands);
  for (const one of world.subscriptions) {
    const key = await keyOf(service, one);
    for (let isDue = true; isDue;) {
      isDue = biller.look(world, one);
      expect(await commands.execute(new BillNextCycle(key))).toBe(isDue);
    }
    await compare(service, one);
  }
}

async function keyOf({ platform }: Service, { id }: Subscription): Promise<string> {
  const [row] = await platform.sql<{ id: string }>(
    'SELECT id FROM subscriptions WHERE subscription_id = $1',
    [id],
  );
  return row!.id;
}

export const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export function stateOf(one: Subscription) {
  const { plan, nextPlan } = one;
  const pending = biller.pendingOf(one);
  const end = time(periodEnd(one));
  return {
    status: one.status,
    plan_id: plan.id,
    customer: { email: one.customer, name: one.name },
    amount: number(plan.minor),
    interval: plan.interval,
    interval_count: plan.count,
    credit: number(one.credit),
    pending_change: pending ? { plan_id: pending.plan.id } : null,
    scheduled_change: nextPlan && { plan_id: nextPlan.id, effective_at: end },
    billing_mode: one.mode,
    cancel_at_period_end: one.endsWithPeriod,
    cancellation_reason: one.reason,
    current_period_start: time(biller.periodStart(one)),
    current_period_end: end,
    next_billing_at: biller.isOpen(one) && !one.endsWithPeriod ? end : null,
    wallet_authorized: one.payer !== null,
    mandate_amount: one.mode === 'wallet_auto' ? number(plan.minor) : null,
    has_saved_card: one.card !== null,
  };
}

/** A charge that would come after the scheduled end is not foreseen. */
const retryOf = ({ retryAt }: Bill, one: Subscription) =>
  retryAt !== null && one.endsWithPeriod && periodEnd(one) <= retryAt ? null : retryAt;

export const billOf = (bill: Bill, one: Subscription) => ({
  plan_id: bill.plan.id,
  status: bill.status,
  price: number(bill.plan.minor),
  credit: number(bill.credit),
  amount: number(bill.minor),
  due_at: time(bill.dueAt),
  attempt_count: bill.attempts,
  ...(bill.isSilent && { next_retry_at: time(retryOf(bill, one)) }),
  ...(bill.link === null && { checkout_session_id: null }),
});

/** Compares a subscription, all its bills and their charges, and learns the ids of those that are new. */
export async function compare(service: Service, one: Subscription): Promise<void> {
  const read = (action: string) =>
    service.call({
      host: 'checkout',
      method: 'GET',
      path: `${path(action)}&subscription_id=${one.id}`,
      apiKey: service.keys[one.account]!,
    });
  meets(await read('retrieve'), shown(one));
  const reply = await read('list-invoices');
  const bills = one.bills.toSorted((a, b) => b.createdAt - a.createdAt || b.cycle - a.cycle);
  meets(reply, { status: 200, fields: { data: bills.map((bill) => billOf(bill, one)) } });
  for (const [at, bill] of bills.entries()) {
    const { invoice_id, checkout_session_id, voided_at, due_at, price, credit, amount } = reply.body.data[
      at
    ] as Record<string, string | null>;
    expect([invoice_id, voided_at !== null]).toEqual([bill.id ?? invoice_id, bill.isVoid]);
    const foreseen = bill.cycle < 0 ? null : one.foreseen?.bills[bill.cycle - one.foreseen.cycle];
    if (foreseen) expect({ due_at, price, credit, amount }).toEqual(foreseen);
    bill.id = invoice_id!;
    if (bill.link) bill.link.session = checkout_session_id!;
    for (const { line } of bill.journal?.entries ?? []) line.reference = invoice_id!;
  }
  await compareCharges(service, one);
}

/** Compares every subscription at the end of a run. */
export async function compareSubscriptions({ subscriptions }: World, service: Service): Promise<void> {
  for (const one of subscriptions) {
    await compare(service, one);
    await compareEvents(service, one);
  }
  await comparePlaces(service);
}

/** A customer has a plan once, by the account or by an address that no account has proved, besides permitted duplicates. */
async function comparePlaces({ platform }: Service): Promise<void> {
  const twice = await platform.sql(
    `SELECT owner_id, plan_id, array_agg(subscription_id) FROM subscriptions
      WHERE mode = 'live' AND status <> 'cancelled' AND is_confirmed AND (is_public OR NOT allows_duplicate)
      GROUP BY owner_id, plan_id, coalesce(customer_id::text, customer_email) HAVING count(*) > 1`,
  );
  expect(twice).toEqual([]);
}

/** Compares what was reported about the plan of a subscription. */
async function compareEvents({ platform }: Service, { id, events }: Subscription): Promise<void> {
  const rows = await platform.sql(
    `SELECT type, payload FROM outbox
      WHERE type IN ('subscription.plan-changed', 'subscription.plan-scheduled') AND payload->>'subscriptionId' = $1
      ORDER BY position`,
    [id],
  );
  const money = (minor: bigint) => ({ minor: String(minor), currency: biller.CURRENCY });
  expect(rows).toMatchObject(
    events.map(({ plan, minor, at, ...rest }) => ({
      type: `subscription.plan-${rest.type}`,
      payload: {
        planId: plan.id,
        amount: money(minor),
        effectiveAt: time(at),
        ...(rest.type === 'changed' && {
          previousPlanId: rest.previous.id,
          credit: money(rest.credit),
          interval: plan.interval,
          intervalCount: plan.count,
        }),
      },
    })),
  );
}
