import {
  call,
  can,
  Card,
  Columns,
  type Entry,
  Facts,
  Fault,
  Head,
  Id,
  label,
  Link,
  Loading,
  money,
  Notice,
  type Page,
  Pill,
  t,
  Time,
  Timeline,
  toast,
  faultOf,
  useRead,
  useRoute,
  useState,
} from '../../kit';
import type { Row } from '../../wire';
import { PayoutDialog } from './payout-dialog';
import { RevealedAccount, type Revealed } from './revealed-account';
import { RevealDialog } from './reveal-dialog';

type Payout = Row<'adminPayoutsList'>;

const CRUMB = '/admin/payouts';
const SETTLED = new Set(['sent', 'waiting', 'doubtful', 'stopped', 'manual', 'held']);
const RECHECKED = new Set(['sent', 'waiting', 'stopped', 'held', 'doubtful']);

/** A withdrawal: what waits for finance, where it goes, and how it ends. */
export default function StaffPayout() {
  const { id = '' } = useRoute().params;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string }) {
  const { data, fault, reload } = useRead<Page<Payout>>('admin.php:payouts/list', { q: id });
  const payout = data?.data.find(({ uuid }) => uuid === id);
  if (payout) return <Shown payout={payout} reload={reload} />;
  return (
    <>
      <Head title={t('desk.payout')} crumb={{ path: CRUMB, name: t('attention.payouts') }} />
      {fault && <Fault fault={fault} again={reload} />}
      {data && <Notice kind="bad">{t('missing.text')}</Notice>}
      {!data && !fault && <Loading lines={8} />}
    </>
  );
}

interface Props {
  payout: Payout;
  reload: () => void;
}

function Shown({ payout, reload }: Props) {
  const { uuid, stage, status } = payout;
  const [open, setOpen] = useState<'complete' | 'fail' | 'reveal' | null>(null);
  const [account, setAccount] = useState<Revealed | null>(null);
  const isOpen = payout.processed_at === null;
  const isSettled = SETTLED.has(stage) && isOpen;
  const hasReturn = payout.returned_at !== null && payout.return_credited_at === null;
  const recheck = () =>
    call('admin.php:payouts/recheck', { body: { uuid } }).then(
      () => {
        toast(t('desk.payout.asked'));
        reload();
      },
      (error: unknown) => toast(faultOf(error).message),
    );
  const close = () => setOpen(null);
  return (
    <>
      <Head
        crumb={{ path: CRUMB, name: t('attention.payouts') }}
        title={money(payout.amount, payout.currency)}
        beside={<Pill status={status} />}
        under={`${label('method', payout.method)} · ${payout.destination}`}
        actions={
          <>
            {(RECHECKED.has(stage) || hasReturn) && can('admin.php:payouts/recheck') && (
              <button type="button" class="button" onClick={() => void recheck()}>
                {t('desk.payout.recheck')}
              </button>
            )}
            {isSettled && can('admin.php:payouts/fail') && (
              <button type="button" class="button" onClick={() => setOpen('fail')}>
                {t('desk.payout.fail')}
              </button>
            )}
            {isSettled && can('admin.php:payouts/complete') && (
              <button type="button" class="button primary" onClick={() => setOpen('complete')}>
                {t('desk.payout.complete')}
              </button>
            )}
          </>
        }
      />
      {isOpen && <Situation payout={payout} reveal={() => setOpen('reveal')} />}
      {account && <RevealedAccount of={account} onHide={() => setAccount(null)} />}
      <Columns
        main={
          <Card title={t('desk.story')}>
            <Timeline of={storyOf(payout)} />
          </Card>
        }
        side={<Sides payout={payout} />}
      />
      {open === 'reveal' && <RevealDialog uuid={uuid} onClose={close} onRevealed={setAccount} />}
      {(open === 'complete' || open === 'fail') && (
        <PayoutDialog uuid={uuid} decision={open} onClose={close} reload={reload} />
      )}
    </>
  );
}

/** One sentence on what it waits for, with the way to its account where finance pays it. */
function Situation({ payout, reveal }: { payout: Payout; reveal: () => void }) {
  const { stage, reason, owner_frozen: isFrozen } = payout;
  const button = can('admin.php:payouts/reveal') && (
    <button type="button" class="button" onClick={reveal}>
      {t('desk.reveal')}
    </button>
  );
  if (isFrozen) return <Notice kind="bad">{t('desk.payout.frozen')}</Notice>;
  const text = label('desk.stage.text', stage);
  return (
    <Notice kind={stage === 'stopped' ? 'bad' : stage === 'manual' ? 'warn' : 'calm'} action={button}>
      {reason ? `${text} ${reason}.` : text}
    </Notice>
  );
}

function storyOf(payout: Payout): Entry[] {
  const { status, processed_at: ended, answered_at: answered, last_answer: answer } = payout;
  const { returned_at: returned, return_credited_at: credited } = payout;
  return [
    {
      at: payout.created_at,
      title: t('desk.story.asked', { amount: money(payout.amount, payout.currency) }),
    },
    ...(answered && answer
      ? [{ at: answered, title: t('desk.story.answered', { answer: label('desk.answer', answer) }) }]
      : []),
    ...(ended
      ? [
          {
            at: ended,
            title: label('status', status),
            tone: status === 'completed' ? ('good' as const) : ('bad' as const),
            detail: payout.failure_reason ?? payout.reference ?? undefined,
          },
        ]
      : []),
    ...(returned ? [{ at: returned, title: t('desk.story.returned'), tone: 'warn' as const }] : []),
    ...(credited ? [{ at: credited, title: t('desk.story.credited'), tone: 'good' as const }] : []),
  ];
}

function Sides({ payout }: { payout: Payout }) {
  const { currency, payout_amount: paid, payout_currency: other } = payout;
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('amount'), money(payout.amount, currency)],
            [t('desk.fee'), money(payout.fee, currency)],
            paid !== null && [t('desk.gets'), money(paid, other)],
            payout.rate !== null && [t('desk.rate'), String(payout.rate)],
            [t('desk.stage'), label('desk.stage', payout.stage)],
            [t('desk.due'), <Time at={payout.due_by} />],
            payout.provider !== null && [t('desk.provider'), payout.provider],
            payout.sendings > 0 && [t('desk.sendings'), String(payout.sendings)],
          ]}
        />
      </Card>
      <Card title={t('desk.owner')}>
        <p class="break">
          <Link path={`/admin/people/${payout.owner_id}`}>{payout.owner_id}</Link>
        </p>
      </Card>
      <Card title={t('ids')}>
        <p>
          <Id id={payout.uuid} />
        </p>
        {payout.provider_id && (
          <p>
            <Id id={payout.provider_id} name={t('desk.provider')} />
          </p>
        )}
        {payout.reference && (
          <p>
            <Id id={payout.reference} name={t('reference')} />
          </p>
        )}
      </Card>
    </>
  );
}
