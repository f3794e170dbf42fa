import {
  call,
  can,
  Card,
  type Column,
  Facts,
  Fault,
  faultOf,
  Head,
  Loading,
  Notice,
  number,
  t,
  Table,
  TextField,
  Time,
  toast,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { DecisionDialog } from '../decision';

type Work = Answer<'adminQueuesList'>;
type Job = Work['jobs'][number];

const columns = (run: (job: Job) => void): Column<Job>[] => [
  {
    name: t('works.job'),
    cell: ({ name, last_error: error }) => (
      <>
        <strong>{name}</strong> <span class="soft">{error}</span>
      </>
    ),
    phone: 'lead',
    isWide: true,
  },
  { name: t('works.every'), cell: ({ every_seconds: every }) => number(every), isNumber: true },
  { name: t('works.runs'), cell: ({ runs }) => number(runs), isNumber: true },
  {
    name: t('works.failures'),
    cell: ({ failures }) =>
      failures > 0 ? <span class="pill bad">{number(failures)}</span> : number(failures),
    isNumber: true,
    phone: 'side',
  },
  {
    name: t('works.finished'),
    cell: ({ finished_at: at }) => at && <Time at={at} />,
    isNumber: true,
    phone: 'under',
  },
  {
    name: t('works.decision'),
    cell: (job) =>
      can('admin.php:queues/run-job') && (
        <button type="button" class="button" onClick={() => run(job)}>
          {t('works.run')}
        </button>
      ),
    phone: 'end',
  },
];

/** The board is a page of its own, which opens for one minute. */
const openBoard = () =>
  call<Answer<'adminQueuesOpen'>>('admin.php:queues/open', { body: {} }).then(
    ({ url }) => location.assign(url),
    (error: unknown) => toast(faultOf(error).message),
  );

/** Work that is due, the queues that wake it, and the jobs of the scheduler. */
export default function Jobs() {
  const { data, fault, isBusy, reload } = useRead<Work>('admin.php:queues/list');
  const [open, setOpen] = useState<Job | null>(null);
  return (
    <>
      <Head
        title={t('staff.jobs')}
        actions={
          can('admin.php:queues/open') && (
            <button type="button" class="button primary" onClick={() => void openBoard()}>
              {t('works.board')}
            </button>
          )
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading lines={8} />}
      {data && (
        <>
          {data.redis === 'away' && <Notice kind="bad">{t('works.redis.away')}</Notice>}
          {data.outbox.parked > 0 && (
            <Notice kind="bad">{t('works.parked.some', { count: number(data.outbox.parked) })}</Notice>
          )}
          <Card title={t('works.due')}>
            <Facts
              of={[
                [t('works.outbox.waiting'), number(data.outbox.waiting)],
                [t('works.outbox.failing'), number(data.outbox.failing)],
                [t('works.deliveries.due'), number(data.deliveries.due)],
                [t('works.deliveries.waiting'), number(data.deliveries.waiting)],
                ...data.queues.map(({ name, waiting, active, failed }): [string, string] => [
                  name,
                  t('works.queue', {
                    waiting: number(waiting),
                    active: number(active),
                    failed: number(failed),
                  }),
                ]),
              ]}
            />
          </Card>
          <Table
            name={t('works.jobs')}
            columns={columns(setOpen)}
            rows={data.jobs}
            id={({ name }) => name}
            isBusy={isBusy}
          />
        </>
      )}
      {open && (
        <DecisionDialog
          title={t('works.run.title', { name: open.name })}
          submit={t('works.run')}
          done={t('works.ran')}
          action="admin.php:queues/run-job"
          body={({ reason }) => ({ name: open.name, reason })}
          onClose={() => setOpen(null)}
          reload={reload}
        >
          <TextField name="reason" label={t('reason')} hint={t('works.audited')} maxLength={500} isFocused />
        </DecisionDialog>
      )}
    </>
  );
}
