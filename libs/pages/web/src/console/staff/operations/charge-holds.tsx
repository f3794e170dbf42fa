import {
  can,
  type Column,
  distance,
  Empty,
  Head,
  label,
  List,
  number,
  t,
  TextField,
  Time,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

type Holds = Answer<'adminSubscriptionsChargeHolds'>;
type Hold = Holds['holds'][number];

const columns = (release: (hold: Hold) => void): Column<Hold>[] => [
  {
    name: t('works.cause'),
    cell: ({ cause }) => <strong>{label('works.cause', cause)}</strong>,
    phone: 'lead',
    isWide: true,
  },
  {
    name: t('works.seconds'),
    cell: ({ seconds }) => number(seconds),
    isNumber: true,
    phone: 'under',
  },
  {
    name: t('works.since'),
    cell: ({ held_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'side',
  },
  {
    name: t('works.decision'),
    cell: (hold) =>
      can('admin.php:subscriptions/release-charges') && (
        <button type="button" class="button" onClick={() => release(hold)}>
          {t('works.release')}
        </button>
      ),
    phone: 'end',
  },
];

/** What stops the charges of all subscriptions. */
export default function ChargeHolds() {
  const reading = useRead<Holds>('admin.php:subscriptions/charge-holds');
  const [open, setOpen] = useState<Hold | null>(null);
  return (
    <>
      <Head title={t('attention.charge_holds')} />
      <List
        reading={reading}
        name={t('attention.charge_holds')}
        columns={columns(setOpen)}
        rows={({ holds }) => holds}
        id={({ id }) => id}
        empty={<Empty icon="check" title={t('works.holds.none')} text={t('works.holds.none.text')} />}
      />
      {open && (
        <PreviewedDecision<Answer<'adminSubscriptionsReleaseCharges'>>
          title={t('works.release')}
          text={t('works.release.text')}
          submit={t('works.release')}
          done={t('works.released')}
          action="admin.php:subscriptions/release-charges"
          body={({ reason }) => ({ id: open.id, reason })}
          facts={({ cause, held_at: at }) => [
            [t('works.cause'), label('works.cause', cause)],
            [t('works.since'), <Time at={at} />],
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
