import {
  type Column,
  distance,
  Empty,
  Head,
  label,
  List,
  type Page,
  Pager,
  Pill,
  t,
  Tabs,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Row } from '../../wire';

type HeldAction = Row<'adminApprovalsList'>;

const TABS = ['', 'executed', 'refused', 'failed', 'withdrawn', 'expired', 'all'] as const;

const columns = (): Column<HeldAction>[] => [
  {
    name: t('approvals.action'),
    cell: ({ action }) => <strong>{label('approvals.act', action)}</strong>,
    phone: 'lead',
    isWide: true,
  },
  { name: t('approvals.maker'), cell: ({ maker }) => maker.name, phone: 'under' },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  { name: t('created'), cell: ({ made_at: at }) => <Time at={at} />, isNumber: true },
  {
    name: t('expires'),
    cell: ({ expires_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Actions of staff that wait for a second person: the reader's own, and those that the reader may decide. */
export default function Approvals() {
  const { status, page } = useQuery().query;
  const reading = useRead<Page<HeldAction>>('admin.php:approvals/list', { status, page, per_page: 25 });
  return (
    <>
      <Head title={t('attention.approvals')} />
      <Tabs
        name={t('status')}
        field="status"
        of={TABS.map((value) => [
          value,
          value === 'all' ? t('tab.all') : label('status', value || 'awaiting_approval'),
        ])}
      />
      <List
        reading={reading}
        name={t('attention.approvals')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ approval_id: id }) => id}
        path={({ approval_id: id }) => `/admin/approvals/${id}`}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="check" title={t(status ? 'list.nothing' : 'approvals.none')} />}
      />
    </>
  );
}
