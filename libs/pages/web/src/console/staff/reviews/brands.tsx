import {
  can,
  type Column,
  distance,
  Empty,
  Head,
  Link,
  List,
  OutsideLink,
  type Page,
  Pager,
  Pill,
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

type BrandReview = Row<'adminBrandsList'>;
type Decision = Verdict<BrandReview>;

const REASONS: readonly TextName[] = [
  'reviews.brands.other_business',
  'reviews.brands.misleading',
  'reviews.brands.unrelated',
];

const columns = (decide: (decision: Decision) => void): Column<BrandReview>[] => [
  {
    name: t('reviews.brand'),
    cell: ({ proposed_name: name, display_name: before }) => (
      <>
        {before && (
          <>
            <del class="soft">{before}</del> →{' '}
          </>
        )}
        <strong>{name}</strong>
      </>
    ),
    phone: 'lead',
    isWide: true,
  },
  {
    name: t('reviews.business'),
    cell: ({ user_id: id, business_name: name, usertag, logo_url: logo }) => (
      <>
        <Link path={`/admin/people/${id}`}>{name ?? usertag}</Link>{' '}
        {logo && <OutsideLink url={logo}>{t('reviews.logo')}</OutsideLink>}
      </>
    ),
    phone: 'under',
  },
  { name: t('reviews.kyb'), cell: ({ kyb_status: status }) => <Pill status={status} /> },
  {
    name: t('created'),
    cell: ({ proposed_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'side',
  },
  {
    name: t('reviews.decision'),
    cell: (of) =>
      can('admin.php:brands/approve') && (
        <RowButtons
          onApprove={() => decide({ verdict: 'approve', of })}
          onReject={() => decide({ verdict: 'reject', of })}
        />
      ),
    phone: 'end',
  },
];

/** Names that businesses want to show to buyers, the longest waiting first. */
export default function BrandNames() {
  const { page } = useQuery().query;
  const reading = useRead<Page<BrandReview>>('admin.php:brands/list', { page, per_page: 25 });
  const [open, setOpen] = useState<Decision | null>(null);
  return (
    <>
      <Head title={t('attention.brand_reviews')} />
      <List
        reading={reading}
        name={t('attention.brand_reviews')}
        columns={columns(setOpen)}
        rows={({ data }) => data}
        id={({ review_id: id }) => id}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="check" title={t('reviews.none')} />}
      />
      {open && (
        <VerdictDialog
          verdict={open.verdict}
          name={open.of.proposed_name}
          reasons={REASONS}
          text={t(`reviews.brands.${open.verdict}.text`)}
          action={open.verdict === 'approve' ? 'admin.php:brands/approve' : 'admin.php:brands/reject'}
          body={({ reason }) => ({ review_id: open.of.review_id, reason })}
          onClose={() => setOpen(null)}
          reload={reading.reload}
        />
      )}
    </>
  );
}
