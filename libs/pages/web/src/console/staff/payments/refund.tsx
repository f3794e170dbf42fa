import {
  can,
  Card,
  Columns,
  type Entry,
  Facts,
  Head,
  Id,
  label,
  Link,
  money,
  Notice,
  Pill,
  t,
  Time,
  Timeline,
  useRead,
  useRoute,
  useState,
  Pending,
} from '../../kit';
import type { Answer } from '../../wire';
import { REFUND_ACTIONS, type RefundDecision, RefundDecisionDialog } from './refund-decision-dialog';

type StaffRefund = Answer<'adminRefundsShow'>['refund'];

const CRUMB = '/admin/refunds';

/** A refund: where it stands, and what finance can do about it. */
export default function StaffRefundScreen() {
  const { id = '' } = useRoute().params;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { data, fault, reload } = useRead<Answer<'adminRefundsShow'>>('admin.php:refunds/show', {
    refund_id: id,
  });
  if (data) return <Shown refund={data.refund} reload={reload} />;
  return (
    <Pending
      title={t('desk.refund')}
      crumb={{ path: CRUMB, name: t('attention.refunds') }}
      fault={fault}
      again={reload}
    />
  );
}

function Shown({ refund, reload }: { refund: StaffRefund; reload: () => void }) {
  const [open, setOpen] = useState<RefundDecision | null>(null);
  const { status, returned_at: returned } = refund;
  const decisions: RefundDecision[] =
    status === 'pending'
      ? ['fail', 'retry', 'settle']
      : status === 'completed' && returned === null
        ? ['return']
        : [];
  return (
    <>
      <Head
        crumb={{ path: CRUMB, name: t('attention.refunds') }}
        title={money(refund.returned_amount, refund.returned_currency)}
        beside={<Pill status={status} />}
        under={label('desk.source', refund.source)}
        actions={decisions
          .filter((decision) => can(REFUND_ACTIONS[decision]))
          .map((decision) => (
            <button
              key={decision}
              type="button"
              class={decision === 'settle' ? 'button primary' : 'button'}
              onClick={() => setOpen(decision)}
            >
              {t(`desk.refund.${decision}`)}
            </button>
          ))}
      />
      <Situation refund={refund} />
      <Columns
        main={
          <Card title={t('desk.story')}>
            <Timeline of={storyOf(refund)} />
          </Card>
        }
        side={<Sides refund={refund} />}
      />
      {open && (
        <RefundDecisionDialog
          refundId={refund.refund_id}
          decision={open}
          onClose={() => setOpen(null)}
          reload={reload}
        />
      )}
    </>
  );
}

function Situation({
  refund: { status, stage, failure, may_have_gone: mayHaveGone },
}: {
  refund: StaffRefund;
}) {
  if (failure) return <Notice kind="bad">{failure}</Notice>;
  if (status !== 'pending') return null;
  if (mayHaveGone) return <Notice>{t('desk.refund.gone')}</Notice>;
  return stage && <Notice kind="calm">{label('desk.refund.stage.text', stage)}</Notice>;
}

function storyOf(refund: StaffRefund): Entry[] {
  const { taken_at: taken, ended_at: ended, returned_at: returned, status } = refund;
  return [
    {
      at: refund.created_at,
      title: t('desk.story.asked', { amount: money(refund.amount, refund.currency) }),
    },
    ...(taken ? [{ at: taken, title: t('desk.story.taken', { company: refund.gateway }) }] : []),
    ...(ended
      ? [
          {
            at: ended,
            title: label('status', status),
            tone: status === 'completed' ? ('good' as const) : ('bad' as const),
          },
        ]
      : []),
    ...(returned ? [{ at: returned, title: t('desk.story.returned'), tone: 'warn' as const }] : []),
  ];
}

function Sides({ refund }: { refund: StaffRefund }) {
  const { account_holder: holder, payer_name: payer } = refund;
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('amount'), money(refund.amount, refund.currency)],
            [t('desk.gets'), money(refund.returned_amount, refund.returned_currency)],
            [t('desk.debited'), money(refund.debited_amount, refund.currency)],
            [t('method'), label('method', refund.method)],
            [t('desk.company'), refund.gateway],
            refund.destination !== null && [t('desk.destination'), refund.destination],
            holder !== null && [t('desk.holder'), holder],
            payer !== null && [t('desk.payer'), payer],
            refund.due_at !== null && [t('desk.next'), <Time at={refund.due_at} />],
            refund.reason !== null && [t('reason'), refund.reason],
          ]}
        />
      </Card>
      <Card title={t('desk.owner')}>
        <p class="break">
          <Link path={`/admin/people/${refund.owner_id}`}>{refund.owner_id}</Link>
        </p>
      </Card>
      <Card title={t('ids')}>
        {[refund.refund_id, refund.session_id, refund.gateway_transaction_id, refund.provider_id]
          .filter((id) => id !== null)
          .map((id) => (
            <p key={id}>
              <Id id={id} />
            </p>
          ))}
      </Card>
    </>
  );
}
