import { Card, counted, distance, Empty, Head, label, Link, me, t, Time } from '../kit';
import { menu } from '../menu';

/** The queue of each kind of work. */
const QUEUES: Record<string, string> = {
  identity_reviews: '/admin/identity',
  business_reviews: '/admin/businesses',
  bvn_reviews: '/admin/bvn',
  name_reviews: '/admin/names',
  brand_reviews: '/admin/brands',
  approvals: '/admin/approvals',
  payouts: '/admin/payouts',
  refunds: '/admin/refunds',
  unapplied_payments: '/admin/unapplied',
  disputes: '/admin/disputes',
  chargebacks: '/admin/chargebacks',
  held_rates: '/admin/rates',
  charge_holds: '/admin/charge-holds',
  parked_events: '/admin/deliveries',
};

/** What waits for this member of staff, the oldest first, with the way to it. */
export default function StaffHome() {
  const { user, attention } = me.value!;
  const oldest = [...attention].sort((a, b) => Date.parse(a.oldest_at) - Date.parse(b.oldest_at));
  const screens = new Set(menu().flatMap(([, entries]) => entries.map(({ path }) => path)));
  return (
    <>
      <Head title={t('home.title', { name: user.first_name })} under={t('staff.waiting')} />
      {oldest.length === 0 && <Empty icon="check" title={t('staff.none')} />}
      {oldest.map(({ kind, count, oldest_at: at }, place) => {
        const path = QUEUES[kind];
        return (
          <Card key={kind} title={label('attention', kind)} actions={<Time at={at} />}>
            <div class="row">
              <p>{counted('attention.count', count, { time: distance(at) })}</p>
              {path && screens.has(path) && (
                <Link path={path} class={place === 0 ? 'button primary' : 'button'}>
                  {t('attention.open')} <span class="hidden">{label('attention', kind)}</span>
                </Link>
              )}
            </div>
          </Card>
        );
      })}
    </>
  );
}
