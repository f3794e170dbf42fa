import {
  can,
  type Column,
  distance,
  Empty,
  Id,
  List,
  t,
  TextField,
  Time,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

type Parked = Answer<'adminDeliveriesParked'>;
type ParkedEvent = Parked['events'][number];

const columns = (retry: (event: ParkedEvent) => void): Column<ParkedEvent>[] => [
  {
    name: t('works.event'),
    cell: ({ type, mode }) => (
      <>
        <strong>{type}</strong> {mode === 'test' && <span class="soft">{t('test.mode')}</span>}
      </>
    ),
    phone: 'lead',
  },
  { name: t('works.error'), cell: ({ error }) => error, phone: 'under', isWide: true },
  { name: t('works.object'), cell: ({ aggregate }) => <Id id={aggregate.id} name={aggregate.type} /> },
  { name: t('works.attempts'), cell: ({ attempts }) => String(attempts), isNumber: true },
  {
    name: t('works.since'),
    cell: ({ parked_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'side',
  },
  {
    name: t('works.decision'),
    cell: (event) =>
      can('admin.php:deliveries/retry-parked') && (
        <button type="button" class="button" onClick={() => retry(event)}>
          {t('works.retry')}
        </button>
      ),
    phone: 'end',
  },
];

/** Events that the service gave up after ten failures. */
export function ParkedEvents() {
  const reading = useRead<Parked>('admin.php:deliveries/parked');
  const [open, setOpen] = useState<ParkedEvent | null>(null);
  return (
    <>
      <List
        reading={reading}
        name={t('attention.parked_events')}
        columns={columns(setOpen)}
        rows={({ events }) => events}
        id={({ id }) => id}
        after={({ total }) => <p class="soft">{t('works.parked.total', { count: total })}</p>}
        empty={<Empty icon="check" title={t('works.parked.none')} text={t('works.parked.none.text')} />}
      />
      {open && (
        <PreviewedDecision<Answer<'adminDeliveriesRetryParked'>>
          title={t('works.retry')}
          text={t('works.retry.text')}
          submit={t('works.retry')}
          done={t('works.retried')}
          action="admin.php:deliveries/retry-parked"
          body={({ reason }) => ({ id: open.id, reason })}
          facts={({ attempts_before: attempts }) => [
            [t('works.event'), open.type],
            [t('works.attempts'), String(attempts)],
          ]}
          onClose={() => setOpen(null)}
          reload={reading.reload}
        >
          <TextField name="reason" label={t('reason')} hint={t('works.audited')} maxLength={500} isFocused />
        </PreviewedDecision>
      )}
    </>
  );
}
