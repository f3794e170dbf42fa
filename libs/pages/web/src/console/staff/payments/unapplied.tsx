import {
  can,
  type Column,
  distance,
  Empty,
  Head,
  label,
  Link,
  List,
  money,
  type Page,
  Pager,
  t,
  Time,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Row } from '../../wire';
import { UnappliedDialog } from './unapplied-dialog';

type Unapplied = Row<'adminUnappliedList'>;

const columns = (resolve: (payment: Unapplied) => void): Column<Unapplied>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency }) => <strong>{money(amount, currency)}</strong>,
    isNumber: true,
    phone: 'lead',
  },
  {
    name: t('desk.why'),
    cell: ({ reason, failure }) => (
      <>
        {label('desk.unapplied', reason)} <span class="soft">{failure}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('status'),
    cell: ({ status }) =>
      status === 'refunding' && <span class="pill warn">{t('desk.unapplied.after.refunding')}</span>,
    phone: 'side',
  },
  { name: t('method'), cell: ({ method }) => label('method', method) },
  { name: t('desk.company'), cell: ({ gateway }) => gateway },
  {
    name: t('desk.owner'),
    cell: ({ owner_id: id }) => <Link path={`/admin/people/${id}`}>{id.slice(-12)}</Link>,
  },
  {
    name: t('desk.received'),
    cell: ({ received_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
  },
  {
    name: t('desk.decision'),
    cell: (payment) =>
      can('admin.php:unapplied/refund') && (
        <button type="button" class="button" onClick={() => resolve(payment)}>
          {t('desk.resolve')}
        </button>
      ),
    phone: 'end',
  },
];

/** Money that no session could take, the longest waiting first. */
export default function UnappliedPayments() {
  const { page } = useQuery().query;
  const reading = useRead<Page<Unapplied>>('admin.php:unapplied/list', { page, per_page: 25 });
  const [open, setOpen] = useState<Unapplied | null>(null);
  return (
    <>
      <Head title={t('attention.unapplied_payments')} />
      <List
        reading={reading}
        name={t('attention.unapplied_payments')}
        columns={columns(setOpen)}
        rows={({ data }) => data}
        id={({ id }) => id}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="check" title={t('desk.unapplied.none')} text={t('desk.unapplied.none.text')} />}
      />
      {open && <UnappliedDialog payment={open} onClose={() => setOpen(null)} reload={reading.reload} />}
    </>
  );
}
