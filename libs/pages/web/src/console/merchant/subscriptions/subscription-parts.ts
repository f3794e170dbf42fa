import { counted, money } from '../../kit';
import type { Answer, Row } from '../../wire';

export type Subscription = Answer<'subscriptionsRetrieve'>['subscription'];
export type Plan = Row<'subscriptionsListPlans'>;
export type Bill = Row<'subscriptionsListInvoices'>;

type Price = Pick<Plan, 'amount' | 'currency' | 'interval' | 'interval_count'>;

/** "₦5,000.00 a month", "₦5,000.00 every 3 months". */
export const priceOf = ({ amount, currency, interval, interval_count: count }: Price): string =>
  counted(`subscriptions.every.${interval}`, count, { amount: money(amount, currency) });

/** The name of a plan, or its id where the plan is not among those that were read. */
export const planName = (plans: Plan[] | null, id: string): string =>
  plans?.find(({ plan_id: planId }) => planId === id)?.name ?? id;

/** Plans that a customer can subscribe to, as options of a choice. */
export const offered = (plans: Plan[]): [string, string][] =>
  plans.filter(({ active }) => active).map((plan) => [plan.plan_id, `${plan.name} · ${priceOf(plan)}`]);

export const nameOfCustomer = ({ customer }: Subscription): string => customer.name ?? customer.email;
