import {
  can,
  type Column,
  distance,
  Empty,
  Head,
  Link,
  List,
  type Page,
  Pager,
  t,
  type TextName,
  Time,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Row } from '../../wire';
import { RowButtons } from './row-buttons';
import { type Verdict, VerdictDialog } from './verdict-dialog';

type NameReview = Row<'adminKycNameQueue'>;
type Decision = Verdict<NameReview>;

const REASONS: readonly TextName[] = ['reviews.names.papers', 'reviews.names.other_person'];

const columns = (decide: (decision: Decision) => void): Column<NameReview>[] => [
  {
    name: t('name'),
    cell: ({ name_before: before, name }) => (
      <>
        <del class="soft">{before}</del> → <strong>{name}</strong>
      </>
    ),
    phone: 'lead',
    isWide: true,
  },
  {
    name: t('reviews.account'),
    cell: ({ user_id: id, usertag, bvn_check_open: isOpen }) => (
      <>
        <Link path={`/admin/people/${id}`}>{usertag}</Link>{' '}
        {isOpen && <span class="soft">{t('reviews.names.bvn')}</span>}
      </>
    ),
    phone: 'under',
  },
  {
    name: t('created'),
    cell: ({ changed_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'side',
  },
  {
    name: t('reviews.decision'),
    cell: (of) =>
      can('admin.php:kyc/name-approve') && (
        <RowButtons
          onApprove={() => decide({ verdict: 'approve', of })}
          onReject={() => decide({ verdict: 'reject', of })}
        />
      ),
    phone: 'end',
  },
];

/** Changed names of people whose identity was approved, the longest waiting first. */
export default function NameQueue() {
  const { page } = useQuery().query;
  const reading = useRead<Page<NameReview>>('admin.php:kyc/name-queue', { page, per_page: 25 });
  const [open, setOpen] = useState<Decision | null>(null);
  return (
    <>
      <Head title={t('attention.name_reviews')} />
      <List
        reading={reading}
        name={t('attention.name_reviews')}
        columns={columns(setOpen)}
        rows={({ data }) => data}
        id={({ change_id: id }) => id}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="check" title={t('reviews.none')} />}
      />
      {open && (
        <VerdictDialog
          verdict={open.verdict}
          name={open.of.name}
          reasons={REASONS}
          text={t(`reviews.names.${open.verdict}.text`, { before: open.of.name_before })}
          action={open.verdict === 'approve' ? 'admin.php:kyc/name-approve' : 'admin.php:kyc/name-reject'}
          body={({ reason }) => ({ change_id: open.of.change_id, reason })}
          onClose={() => setOpen(null)}
          reload={reading.reload}
        />
      )}
    </>
  );
}
