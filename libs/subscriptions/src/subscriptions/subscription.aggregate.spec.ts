import fc from 'fast-check';
import { Money } from '@app/kernel';
import { SubscriptionInvoice } from '../invoices/subscription-invoice.aggregate';
import { Plan, type PlanTerms } from '../plans/plan.aggregate';
import { MAX_UNPAID, Subscription } from './subscription.aggregate';

const START = new Date('2027-01-31T10:00:00.000Z');
const DAY_MS = 86_400_000;

function planOf(trialDays: number, changed: Partial<PlanTerms> = {}): Plan {
  return new Plan({
    id: 'plan',
    planId: 'plan_test_x',
    ownerId: 'owner',
    appId: 'app',
    mode: 'test',
    name: 'Gold',
    amount: new Money(500_000n, 'NGN'),
    interval: 'monthly',
    intervalCount: 1,
    trialDays,
    metadata: {},
    createdAt: START,
    ...changed,
  });
}

const request = {
  id: 'subscription',
  subscriptionId: 'sub_test_x',
  appId: 'app',
  billingMode: 'invoice' as const,
  customerEmail: 'ada@example.com',
  customerId: null,
  customerName: null,
  successUrl: null,
  cancelUrl: null,
  allowsDuplicate: false,
  isPublic: false,
  isConfirmed: true,
  requestedAt: START,
};

/** A subscription with its invoices, driven as the commands drive it. */
class Story {
  now = START;
  readonly subscription: Subscription;
  readonly invoices: SubscriptionInvoice[] = [];

  constructor(trialDays: number) {
    this.subscription = Subscription.subscribe(planOf(trialDays), request, START);
    if (this.subscription.status !== 'trialing') this.bill();
  }

  get latest(): SubscriptionInvoice | undefined {
    return this.invoices.at(-1);
  }

  events(): string[] {
    const all = [this.subscription, ...this.invoices];
    return all.flatMap((aggregate) => aggregate.getUncommittedEvents().map(({ type }) => type));
  }

  /** Time passes until the subscription is looked at, and a little longer. */
  renew(laterDays: number): void {
    const { subscription } = this;
    if (!subscription.dueAt) return;
    this.now = new Date(Math.max(this.now.getTime(), subscription.dueAt.getTime()) + laterDays * DAY_MS);
    if (subscription.cancelAtPeriodEnd) return subscription.cancel('cancel_at_period_end', this.now);
    if (this.latest && subscription.waitsForPayment(this.now, this.latest.isOpen))
      return subscription.waitUntil(new Date(this.now.getTime() + DAY_MS));
    subscription.beginNextCycle(this.now, !this.latest || this.latest.wasPaidAtOnce);
    this.bill();
  }

  pay(): void {
    if (this.latest?.pay(this.now, null)) this.subscription.receivePayment(true);
  }

  fail(): void {
    if (!this.latest?.isOpen) return;
    const hasEnded = this.subscription.missPayment(true, this.now);
    this.latest.fail('expired_unpaid', this.subscription);
    if (hasEnded) this.subscription.recordEnd();
  }

  bill(): void {
    const link = { id: 'session', sessionId: `cs_test_${this.invoices.length}`, expiresAt: this.now };
    const id = String(this.invoices.length);
    const ids = { id, invoiceId: `inv_test_${id}` };
    const terms = this.subscription.takeBill();
    this.invoices.push(SubscriptionInvoice.bill(ids, this.subscription, terms, link, this.now));
  }
}

describe('a subscription', () => {
  it('is billed by the calendar from its anchor, after a trial from its end', () => {
    const story = new Story(0);
    for (let i = 0; i < 3; i++) {
      story.pay();
      story.renew(0);
    }
    const dates = story.invoices.map(({ dueAt }) => dueAt.toISOString().slice(0, 10));
    expect(dates).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    const tried = new Story(10);
    expect([tried.invoices.length, tried.subscription.nextBillingAt]).toEqual([
      0,
      new Date(START.getTime() + 10 * DAY_MS),
    ]);
  });

  it('ends with the third unpaid invoice in a row, whose event comes first', () => {
    const story = new Story(0);
    for (let i = 0; i < MAX_UNPAID; i++) {
      expect(story.subscription.isOpen).toBe(true);
      story.fail();
      story.renew(0);
    }
    expect(story.subscription).toMatchObject({ status: 'cancelled', cancellationReason: 'payment_failed' });
    expect(story.invoices).toHaveLength(MAX_UNPAID);
    story.pay();
    expect([story.latest!.status, story.subscription.status]).toEqual(['paid', 'cancelled']);
  });

  it('keeps its billing dates under a plan of the same interval, and takes those of another one from its period end', () => {
    const none = { credit: new Money(0n, 'NGN'), isAuthorized: false };
    const datesUnder = (terms: Partial<PlanTerms>) => {
      const story = new Story(0);
      const { subscription } = story;
      story.pay();
      story.renew(0);
      story.pay();
      const plan = planOf(0, { planId: 'plan_test_y', ...terms });
      const foreseen = subscription.cycle.under(plan, subscription.cycle.periodEnd).foresee(none.credit);
      story.now = subscription.cycle.periodEnd;
      subscription.changePlan(plan, subscription.cycle.periodEnd, none, story.now);
      for (let i = 0; i < 3; i++) {
        story.renew(0);
        story.pay();
      }
      const dates = story.invoices.slice(-3).map(({ dueAt }) => dueAt);
      expect(foreseen.map(({ dueAt }) => dueAt)).toEqual(dates);
      return dates.map((date) => date.toISOString().slice(0, 10));
    };
    // The anchor is 31 January.
    expect(datesUnder({ amount: new Money(800_000n, 'NGN') })).toEqual([
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
    expect(datesUnder({ interval: 'weekly' })).toEqual(['2027-03-31', '2027-04-07', '2027-04-14']);
    expect(datesUnder({ intervalCount: 2 })).toEqual(['2027-03-31', '2027-05-31', '2027-07-31']);
  });

  it('begins a period at once under another plan, whose invoices take the credit', () => {
    const story = new Story(0);
    const { subscription } = story;
    story.pay();
    story.now = new Date(START.getTime() + 7 * DAY_MS);
    const plan = planOf(0, { planId: 'plan_test_y', amount: new Money(200_000n, 'NGN') });
    const credit = new Money(375_000n, 'NGN');
    const foreseen = subscription.cycle.under(plan, story.now).foresee(credit);
    subscription.changePlan(plan, story.now, { credit, isAuthorized: false }, story.now);
    subscription.beginNextCycle(story.now, true);
    story.bill();
    for (let i = 0; i < 2; i++) story.renew(0);
    expect(
      story.invoices.map(({ cycle, status, amountMinor, creditMinor }) => [
        cycle,
        status,
        amountMinor,
        creditMinor,
      ]),
    ).toEqual([
      [0, 'paid', 500_000n, 0n],
      [1, 'paid', 0n, 200_000n],
      [2, 'created', 25_000n, 175_000n],
      [3, 'created', 200_000n, 0n],
    ]);
    const billed = story.invoices
      .slice(1)
      .map(({ dueAt, amount, credit: used }) => ({ dueAt, amount, credit: used }));
    expect(foreseen).toEqual(billed);
    expect(subscription).toMatchObject({ creditMinor: 0n, cycle: { anchorAt: story.invoices[1]!.dueAt } });
  });

  const step = fc.oneof(
    fc.record({ do: fc.constant('renew' as const), days: fc.constantFrom(0, 1, 40, 100) }),
    fc.record({
      do: fc.constantFrom('pay', 'fail', 'cancel', 'cancel-at-end', 'resume'),
      days: fc.constant(0),
    }),
  );

  it('keeps its rules through any sequence of steps', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 14), fc.array(step, { maxLength: 40 }), (trialDays, steps) => {
        const story = new Story(trialDays);
        const { subscription } = story;
        let unpaid = 0;
        for (const { do: verb, days } of steps) {
          const before = {
            isOpen: subscription.isOpen,
            bills: story.invoices.length,
            latest: story.latest?.status,
          };
          if (verb === 'renew') story.renew(days);
          if (verb === 'pay') story.pay();
          if (verb === 'fail') story.fail();
          if (verb === 'cancel') subscription.cancel('merchant_cancelled', story.now);
          if (verb === 'cancel-at-end') subscription.cancelAtEnd('merchant');
          if (verb === 'resume' && subscription.cancelAtPeriodEnd) subscription.resume();

          if (verb === 'fail' && before.latest === 'created' && before.isOpen) unpaid += 1;
          if (verb === 'pay' && before.latest !== undefined) unpaid = 0;
          if (!before.isOpen)
            expect([subscription.isOpen, story.invoices.length]).toEqual([false, before.bills]);
          if (subscription.isOpen) expect(unpaid).toBeLessThan(MAX_UNPAID);
          expect(subscription.dueAt === null).toBe(!subscription.isOpen);
          expect(subscription.nextBillingAt === null).toBe(
            !subscription.isOpen || subscription.cancelAtPeriodEnd,
          );
          if (story.latest?.status === 'paid' && subscription.isOpen)
            expect(subscription.status).toBe('active');
        }
        const cycles = story.invoices.map(({ cycle }) => cycle);
        expect(cycles).toEqual([...new Set(cycles)].sort((a, b) => a - b));
        const ends = story.events().filter((type) => type === 'subscription.cancelled');
        expect(ends).toHaveLength(subscription.isOpen ? 0 : 1);
      }),
      { numRuns: 150 },
    );
  });
});
