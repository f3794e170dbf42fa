import {
  can,
  Card,
  Columns,
  distance,
  Facts,
  Fault,
  Head,
  Id,
  label,
  Link,
  me,
  Notice,
  Pill,
  type Refusal,
  t,
  TextField,
  Time,
  useRead,
  useRef,
  useRoute,
  useState,
  Pending,
} from '../../kit';
import type { Answer } from '../../wire';
import { Changes } from '../changes';
import { DecisionDialog } from '../decision';

type Approval = Answer<'adminApprovalsShow'>;
type Decision = 'approve' | 'refuse' | 'withdraw';

const CRUMB = '/admin/approvals';
const ACTIONS = {
  approve: 'admin.php:approvals/approve',
  refuse: 'admin.php:approvals/refuse',
  withdraw: 'admin.php:approvals/withdraw',
} as const;

/** A held action: what was asked for, what it would do now, and the decision about it. */
export default function ApprovalScreen() {
  const { id = '' } = useRoute().params;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { data, fault, reload } = useRead<Approval>('admin.php:approvals/show', { approval_id: id });
  if (data) return <Shown approval={data} fault={fault} reload={reload} />;
  const crumb = { path: CRUMB, name: t('attention.approvals') };
  return <Pending title={t('approvals.one')} crumb={crumb} fault={fault} again={reload} />;
}

interface Props {
  approval: Approval;
  fault: Refusal | null;
  reload: () => void;
}

function Shown({ approval, fault, reload }: Props) {
  const [open, setOpen] = useState<Decision | null>(null);
  // What the reader saw at first: what differs from it by now is marked.
  const seen = useRef(approval.result);
  seen.current ??= approval.result;
  const { approval_id: id, status, maker, digest, result, refusal, may_decide: mayDecide } = approval;
  const isWaiting = status === 'awaiting_approval';
  const isOwn = maker.id === me.value!.user.id;
  const hasChanged = result !== null && JSON.stringify(result) !== JSON.stringify(seen.current);
  const button = (decision: Decision, kind: string) => (
    <button type="button" class={`button ${kind}`} onClick={() => setOpen(decision)}>
      {t(`approvals.${decision}`)}
    </button>
  );
  return (
    <>
      <Head
        crumb={{ path: CRUMB, name: t('attention.approvals') }}
        title={label('approvals.act', approval.action)}
        beside={<Pill status={status} />}
        under={t('approvals.by', { name: maker.name ?? '', time: distance(approval.made_at) })}
        actions={
          <>
            {isWaiting && isOwn && can('admin.php:approvals/withdraw') && button('withdraw', '')}
            {mayDecide && can('admin.php:approvals/refuse') && button('refuse', '')}
            {mayDecide &&
              digest !== null &&
              can('admin.php:approvals/approve') &&
              button('approve', 'primary')}
          </>
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      {refusal && (
        <Notice kind="bad">
          {t(isWaiting ? 'approvals.refused_now' : 'approvals.failed')}{' '}
          {refusal.message ?? refusal.error_code}
        </Notice>
      )}
      {hasChanged && <Notice>{t('approvals.changed')}</Notice>}
      {isWaiting && isOwn && <Notice kind="calm">{t('approvals.own')}</Notice>}
      <Columns
        main={
          <>
            {isWaiting && (
              <Card title={t('approvals.now')}>
                {result ? (
                  <Changes before={seen.current} after={result} />
                ) : (
                  <p class="soft">{t('approvals.nothing')}</p>
                )}
              </Card>
            )}
            <Card title={t('approvals.request')}>
              <Changes before={null} after={approval.body} />
            </Card>
          </>
        }
        side={
          <Card title={t('details')}>
            <Facts
              of={[
                [
                  t('approvals.maker'),
                  <Link path={`/admin/people/${maker.id}`}>{maker.name ?? maker.id}</Link>,
                ],
                [t('created'), <Time at={approval.made_at} />],
                isWaiting && [t('expires'), <Time at={approval.expires_at} />],
                !!approval.decided_by && [t('approvals.decider'), approval.decided_by.name],
                approval.decided_at !== null && [t('approvals.decided'), <Time at={approval.decided_at} />],
                approval.reason !== null && [t('reason'), approval.reason],
              ]}
            />
            <p>
              <Id id={id} />
            </p>
          </Card>
        }
      />
      {open && (
        <DecisionDialog
          title={`${t(`approvals.${open}`)}: ${label('approvals.act', approval.action)}`}
          text={t(`approvals.${open}.text`)}
          submit={t(`approvals.${open}`)}
          isDangerous={open === 'refuse'}
          action={ACTIONS[open]}
          body={({ reason }) => ({
            approval_id: id,
            ...(open === 'approve' ? { digest } : reason && { reason }),
          })}
          done={t(`approvals.${open}.done`)}
          onClose={() => setOpen(null)}
          reload={reload}
        >
          {open !== 'approve' && (
            <TextField
              name="reason"
              label={t('reason')}
              hint={t('approvals.audited')}
              isOptional={open === 'withdraw'}
            />
          )}
        </DecisionDialog>
      )}
    </>
  );
}
