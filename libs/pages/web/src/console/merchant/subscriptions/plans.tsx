import { can, type Column, counted, day, Empty, Head, Id, List, Pill, t, useRead, useState } from '../../kit';
import { EditPlanDialog, NewPlanDialog } from './plan-dialogs';
import { type Plan, priceOf } from './subscription-parts';

/** What customers can subscribe to. */
export default function Plans() {
  const reading = useRead<Plan[]>('plans');
  const [open, setOpen] = useState<'new' | Plan | null>(null);
  const close = () => setOpen(null);
  const newPlan = can('createPlan') && (
    <button type="button" class="button primary" onClick={() => setOpen('new')}>
      {t('subscriptions.plans.new')}
    </button>
  );
  return (
    <>
      <Head
        crumb={{ path: '/dashboard/subscriptions', name: t('menu.subscriptions') }}
        title={t('subscriptions.plans')}
        actions={newPlan}
      />
      <List
        reading={reading}
        name={t('subscriptions.plans')}
        columns={columnsWith(can('updatePlan') ? setOpen : null)}
        rows={(plans) => plans}
        id={({ plan_id: id }) => id}
        empty={
          <Empty
            icon="subscriptions"
            title={t('subscriptions.plans.none')}
            text={t('subscriptions.plans.none.text')}
          />
        }
      />
      {open === 'new' && <NewPlanDialog onClose={close} onDone={reading.reload} />}
      {open && open !== 'new' && <EditPlanDialog plan={open} onClose={close} onDone={reading.reload} />}
    </>
  );
}

const columnsWith = (edit: ((plan: Plan) => void) | null): Column<Plan>[] => [
  { name: t('name'), cell: ({ name }) => <strong>{name}</strong>, phone: 'lead', isWide: true },
  {
    name: t('status'),
    cell: ({ active }) => <Pill status={active ? 'active' : 'inactive'} />,
    phone: 'side',
  },
  { name: t('subscriptions.price'), cell: priceOf, isNumber: true, phone: 'under' },
  {
    name: t('subscriptions.trial'),
    cell: ({ trial_days: days }) => days > 0 && counted('subscriptions.days', days),
    isNumber: true,
  },
  { name: t('created'), cell: ({ created_at: at }) => day(at), isNumber: true },
  { name: 'ID', cell: ({ plan_id: id }) => <Id id={id} /> },
  ...(edit
    ? [
        {
          name: t('subscriptions.edit'),
          cell: (plan: Plan) => (
            <button type="button" class="plain" onClick={() => edit(plan)}>
              {t('subscriptions.edit')} <span class="hidden">{plan.name}</span>
            </button>
          ),
          phone: 'end' as const,
        },
      ]
    : []),
];
