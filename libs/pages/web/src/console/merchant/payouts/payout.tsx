import {
  can,
  Card,
  Columns,
  Facts,
  Fault,
  Head,
  Id,
  label,
  Link,
  Loading,
  money,
  moment,
  Notice,
  type Page,
  Pill,
  plus,
  t,
  Time,
  to,
  useLocation,
  useRead,
  useRoute,
  useState,
} from '../../kit';
import { Story } from '../../parts/story';
import type { Answer } from '../../wire';
import { gotOf, type Payout, PAYOUTS, placeOf, rateOf } from './payout-parts';
import { WithdrawDialog } from './withdraw-dialog';

const RETURNED = 'returned to the wallet';

/** One payout: what it waits for, where it goes, and what happened to it. */
export default function PayoutScreen() {
  const { id = '' } = useRoute().params;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const found = useRead<Page<Payout>>('payouts', { q: id });
  // The search knows a new payout after a second or two; the list of recent ones has it at once.
  const isNew = found.data !== null && found.data.data.length === 0;
  const recent = useRead<Payout[]>('recentPayouts', isNew ? {} : null);
  const payout = [...(found.data?.data ?? []), ...(recent.data ?? [])].find(({ uuid }) => uuid === id);
  const reload = () => {
    found.reload();
    recent.reload();
  };
  if (payout) return <Shown payout={payout} reload={reload} />;
  const fault = found.fault ?? recent.fault;
  return (
    <>
      <Head title={t('trail.type.withdrawal')} crumb={{ path: PAYOUTS, name: t('attention.payouts') }} />
      {fault && <Fault fault={fault} again={reload} />}
      {!fault && recent.data && <Notice kind="bad">{t('missing.text')}</Notice>}
      {!fault && !recent.data && <Loading lines={8} />}
    </>
  );
}

function Shown({ payout, reload }: { payout: Payout; reload: () => void }) {
  const { uuid } = payout;
  const { route } = useLocation();
  const story = useRead<Answer<'transactionsExplain'>>('explain', { id: uuid });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Head
        crumb={{ path: PAYOUTS, name: t('attention.payouts') }}
        title={money(payout.amount, payout.currency)}
        beside={<Pill status={payout.status} />}
        under={placeOf(payout)}
      />
      <Situation payout={payout} again={() => setOpen(true)} />
      <Columns
        main={
          <Card title={t('trail.title')}>
            <Story reading={story} action="explain" fields={{ id: uuid }} />
          </Card>
        }
        side={<Sides payout={payout} />}
      />
      {isOpen && (
        <WithdrawDialog
          sum={payout}
          onClose={() => setOpen(false)}
          onDone={(id) => {
            reload();
            route(to(`${PAYOUTS}/${id}`));
          }}
        />
      )}
    </>
  );
}

/** One sentence on what the payout waits for, or why it was not paid. */
function Situation({ payout, again }: { payout: Payout; again: () => void }) {
  const { status, stage, failure_reason: why, expected_by: latest } = payout;
  const button = can('initiatePayout') && (
    <button type="button" class="button" onClick={again}>
      {t('payouts.again')}
    </button>
  );
  if (status === 'failed') {
    return (
      <Notice kind="bad" action={button}>
        {why ? t('payouts.failed.why', { why }) : t('payouts.failed')}
      </Notice>
    );
  }
  if (stage === RETURNED) {
    return (
      <Notice kind="bad" action={button}>
        {t('payouts.returned')}
      </Notice>
    );
  }
  if (status === 'completed') return null;
  return (
    <Notice kind="calm">
      {label('payouts.stage', stage.replaceAll(' ', '_'))}
      {latest && ` ${t('payouts.latest', { time: moment(latest) })}`}
    </Notice>
  );
}

function Sides({ payout }: { payout: Payout }) {
  const { amount, fee, currency, processed_at: ended } = payout;
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('amount'), money(amount, currency)],
            [t('payouts.fee'), money(fee, currency)],
            [t('payouts.taken'), money(plus(amount, fee), currency)],
            [t('payouts.gets'), gotOf(payout)],
            [t('payouts.rate'), rateOf(payout)],
            [t('method'), label('method', payout.method)],
            [t('payouts.to'), payout.destination],
            [t('payouts.paid'), label('payouts.settlement', payout.settlement)],
            [t('created'), <Time at={payout.created_at} />],
            ended !== null && [t('payouts.ended'), <Time at={ended} />],
          ]}
        />
      </Card>
      <Card title={t('ids')}>
        <p>
          <Id id={payout.uuid} />
        </p>
        {can('transaction') && (
          <Link path={`/dashboard/balances/${payout.uuid}`} class="small">
            {t('payouts.movement')}
          </Link>
        )}
      </Card>
    </>
  );
}
