import {
  can,
  Card,
  Columns,
  distance,
  type Entry,
  Facts,
  Head,
  Id,
  label,
  Link,
  money,
  Notice,
  number,
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
import { CHARGEBACK_ACTIONS, ChargebackDialog, type ChargebackDecision } from './chargeback-dialog';

type StaffChargeback = Answer<'adminChargebacksShow'>['chargeback'];

const CRUMB = '/admin/chargebacks';
const OPEN = new Set(['opened', 'contested']);

/** A chargeback: what the bank claims, what was answered, and what finance can do. */
export default function StaffChargebackScreen() {
  const { id = '' } = useRoute().params;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { data, fault, reload } = useRead<Answer<'adminChargebacksShow'>>('admin.php:chargebacks/show', {
    chargeback_id: id,
  });
  if (data) return <Shown chargeback={data.chargeback} reload={reload} />;
  return (
    <Pending
      title={t('desk.chargeback')}
      crumb={{ path: CRUMB, name: t('staff.chargebacks') }}
      fault={fault}
      again={reload}
    />
  );
}

function Shown({ chargeback, reload }: { chargeback: StaffChargeback; reload: () => void }) {
  const [open, setOpen] = useState<ChargebackDecision | null>(null);
  const { status, respond_by: respondBy } = chargeback;
  const decisions: ChargebackDecision[] = [
    ...(chargeback.owed_amount > 0 ? (['write-off'] as const) : []),
    ...(chargeback.ended_at === null ? (['settle'] as const) : []),
    ...(status === 'opened' ? (['answer'] as const) : []),
  ];
  return (
    <>
      <Head
        crumb={{ path: CRUMB, name: t('staff.chargebacks') }}
        title={money(chargeback.claimed_amount, chargeback.claimed_currency)}
        beside={<Pill status={status} />}
        under={chargeback.reason}
        actions={decisions
          .filter((decision) => can(CHARGEBACK_ACTIONS[decision]))
          .map((decision) => (
            <button
              key={decision}
              type="button"
              class={decision === 'answer' ? 'button primary' : 'button'}
              onClick={() => setOpen(decision)}
            >
              {t(`desk.chargeback.${decision}`)}
            </button>
          ))}
      />
      {OPEN.has(status) && respondBy !== null && chargeback.responded_at === null && (
        <Notice>{t('desk.chargeback.clock', { time: distance(respondBy) })}</Notice>
      )}
      <Columns
        main={
          <Card title={t('desk.story')}>
            <Timeline of={storyOf(chargeback)} />
          </Card>
        }
        side={<Sides chargeback={chargeback} />}
      />
      {open && (
        <ChargebackDialog
          chargebackId={chargeback.chargeback_id}
          decision={open}
          onClose={() => setOpen(null)}
          reload={reload}
        />
      )}
    </>
  );
}

function storyOf(chargeback: StaffChargeback): Entry[] {
  const { responded_at: responded, ended_at: ended, status, decision, comment } = chargeback;
  return [
    {
      at: chargeback.opened_at,
      title: t('desk.story.claimed', {
        amount: money(chargeback.claimed_amount, chargeback.claimed_currency),
        stage: number(chargeback.stage),
      }),
      tone: 'warn',
    },
    ...(responded && decision
      ? [{ at: responded, title: label('desk.chargeback', decision), detail: comment ?? undefined }]
      : []),
    ...chargeback.files.map(({ file_id: id, created_at: at, bytes }) => ({
      at,
      title: t('desk.story.file', { size: number(Math.ceil(bytes / 1000)) }),
      detail: <Id id={id} />,
    })),
    ...(ended
      ? [
          {
            at: ended,
            title: label('status', status),
            tone: status === 'won' ? ('good' as const) : ('bad' as const),
          },
        ]
      : []),
  ];
}

function Sides({ chargeback }: { chargeback: StaffChargeback }) {
  const { currency, owed_amount: owed, excess_amount: excess } = chargeback;
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('desk.payment'), money(chargeback.amount, currency)],
            [t('desk.debited'), money(chargeback.debited_amount, currency)],
            owed > 0 && [t('desk.owed'), money(owed, currency)],
            excess > 0 && [t('desk.excess'), money(excess, currency)],
            [t('desk.company'), chargeback.gateway],
            chargeback.respond_by !== null && [t('desk.due'), <Time at={chargeback.respond_by} />],
            chargeback.answer_tries > 0 && [t('desk.sendings'), number(chargeback.answer_tries)],
            chargeback.escrow_uuid !== null && [t('desk.escrow'), <Id id={chargeback.escrow_uuid} />],
          ]}
        />
      </Card>
      <Card title={t('desk.owner')}>
        <p class="break">
          <Link path={`/admin/people/${chargeback.owner_id}`}>{chargeback.owner_id}</Link>
        </p>
      </Card>
      <Card title={t('ids')}>
        {[
          chargeback.chargeback_id,
          chargeback.session_id,
          chargeback.invoice_id,
          chargeback.deposit_ref,
          chargeback.gateway_transaction_id,
          chargeback.provider_id,
        ]
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
