import {
  can,
  ChoiceFilter,
  type Column,
  day,
  Empty,
  Filters,
  Head,
  Link,
  List,
  nothingMatches,
  Pager,
  Pill,
  SearchField,
  t,
  Tabs,
  useLocation,
  useQuery,
  useRead,
  useState,
  to,
} from '../../kit';
import type { Answer } from '../../wire';
import { SubscribeDialog } from './subscribe-dialog';
import { nameOfCustomer, type Plan, planName, priceOf, type Subscription } from './subscription-parts';

const PER_PAGE = 25;
const TABS = [
  ['', 'tab.all'],
  ['active', 'status.active'],
  ['trialing', 'status.trialing'],
  ['past_due', 'status.past_due'],
  ['cancelled', 'status.cancelled'],
] as const;

/** Who pays again and again, newest first. */
export default function Subscriptions() {
  const { query } = useQuery();
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { status, plan_id, customer_email } = query;
  const page = Number(query.page) || 1;
  const reading = useRead<Answer<'subscriptionsList'>>('subscriptions', {
    status,
    plan_id,
    customer_email,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  });
  const { data: plans } = useRead<Plan[]>('plans');
  const isFiltered = Boolean(status || plan_id || customer_email);
  const hasPlans = plans !== null && plans.some(({ active }) => active);
  return (
    <>
      <Head
        title={t('menu.subscriptions')}
        actions={
          <>
            <Link path="/dashboard/subscriptions/plans" class="button">
              {t('subscriptions.plans')}
            </Link>
            {can('subscribe') && hasPlans && (
              <button type="button" class="button primary" onClick={() => setOpen(true)}>
                {t('subscriptions.new')}
              </button>
            )}
          </>
        }
      />
      <Tabs name={t('status')} field="status" of={TABS.map(([value, text]) => [value, t(text)])} />
      <Filters>
        <SearchField field="customer_email" name={t('subscriptions.search')} />
        {plans !== null && plans.length > 1 && (
          <ChoiceFilter
            field="plan_id"
            name={t('subscriptions.plan')}
            of={[
              ['', t('subscriptions.plan.all')],
              ...plans.map(({ plan_id: id, name }): [string, string] => [id, name]),
            ]}
          />
        )}
      </Filters>
      <List
        reading={reading}
        name={t('menu.subscriptions')}
        columns={columnsWith(plans)}
        rows={({ data }) => data}
        id={({ subscription_id: id }) => id}
        path={({ subscription_id: id }) => `/dashboard/subscriptions/${id}`}
        after={({ total }) => <Pager of={{ total, page, total_pages: Math.ceil(total / PER_PAGE) }} />}
        empty={
          isFiltered ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty
              icon="subscriptions"
              title={t('subscriptions.none')}
              text={t(hasPlans ? 'subscriptions.none.text' : 'subscriptions.none.plan')}
            >
              {plans !== null && !hasPlans && (
                <Link path="/dashboard/subscriptions/plans" class="button">
                  {t('subscriptions.plans')}
                </Link>
              )}
            </Empty>
          )
        }
      />
      {isOpen && (
        <SubscribeDialog
          plans={plans!}
          onClose={() => setOpen(false)}
          onDone={(id) => route(to(`/dashboard/subscriptions/${id}`))}
        />
      )}
    </>
  );
}

const columnsWith = (plans: Plan[] | null): Column<Subscription>[] => [
  { name: t('customer'), cell: nameOfCustomer, phone: 'lead', isWide: true },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  { name: t('subscriptions.plan'), cell: ({ plan_id: id }) => planName(plans, id), phone: 'under' },
  { name: t('subscriptions.price'), cell: priceOf, isNumber: true },
  { name: t('subscriptions.next'), cell: nextOf, isNumber: true, phone: 'end' },
];

/** When it is billed next, or when it ends. */
function nextOf(subscription: Subscription) {
  const { next_billing_at: next, cancel_at_period_end: ends, current_period_end: end } = subscription;
  if (subscription.status === 'cancelled') return null;
  if (ends) return t('subscriptions.ends', { day: day(end) });
  return next && day(next);
}
