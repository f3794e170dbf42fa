import {
  ChoiceFilter,
  type Column,
  distance,
  Empty,
  Filters,
  Head,
  label,
  List,
  money,
  nothingMatches,
  type Page,
  Pager,
  Pill,
  t,
  Tabs,
  Time,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Row } from '../../wire';
import { DisputeDialog } from './dispute-dialog';
import { sideName } from './side-name';

type Disputed = Row<'adminEscrowDisputes'>;

const TABS = ['', 'open', 'responded', 'resolved'] as const;

const columns = (open: (escrow: Disputed) => void): Column<Disputed>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency }) => <strong>{money(amount, currency)}</strong>,
    isNumber: true,
    phone: 'lead',
  },
  {
    name: t('status'),
    cell: ({ dispute }) => dispute && <Pill status={dispute.status} />,
    phone: 'side',
  },
  {
    name: t('desk.sides'),
    cell: ({ initiator, beneficiary, dispute }) => (
      <>
        {sideName(initiator)} → {sideName(beneficiary)} <span class="soft">{dispute?.reason}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('desk.raised'),
    cell: ({ dispute }) => dispute && <Time at={dispute.raised_at} text={distance(dispute.raised_at)} />,
    isNumber: true,
  },
  {
    name: t('desk.due'),
    cell: ({ dispute }) =>
      dispute &&
      dispute.resolved_at === null && <Time at={dispute.resolve_by} text={distance(dispute.resolve_by)} />,
    isNumber: true,
  },
  {
    name: t('desk.decision'),
    cell: (escrow) => (
      <button type="button" class="button" onClick={() => open(escrow)}>
        {escrow.dispute?.resolution ? label('desk.dispute', escrow.dispute.resolution) : t('attention.open')}
      </button>
    ),
    phone: 'end',
  },
];

/** Disputes about escrows, the longest waiting first: the undecided ones unless a status asks for others. */
export default function Disputes() {
  const { status, late, page } = useQuery().query;
  const reading = useRead<Page<Disputed>>('admin.php:escrow/disputes', { status, late, page, per_page: 25 });
  const [open, setOpen] = useState<Disputed | null>(null);
  return (
    <>
      <Head title={t('staff.disputes')} />
      <Tabs
        name={t('status')}
        field="status"
        of={TABS.map((value) => [value, value ? label('status', value) : t('desk.unended')])}
      />
      <Filters>
        <ChoiceFilter
          field="late"
          name={t('desk.late')}
          of={[
            ['', t('desk.ages')],
            ['true', t('desk.disputes.late')],
          ]}
        />
      </Filters>
      <List
        reading={reading}
        name={t('staff.disputes')}
        columns={columns(setOpen)}
        rows={({ data }) => data}
        id={({ uuid }) => uuid}
        after={(answer) => <Pager of={answer} />}
        empty={
          status || late ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="check" title={t('desk.disputes.none')} text={t('desk.disputes.none.text')} />
          )
        }
      />
      {open && <DisputeDialog escrow={open} onClose={() => setOpen(null)} reload={reading.reload} />}
    </>
  );
}
