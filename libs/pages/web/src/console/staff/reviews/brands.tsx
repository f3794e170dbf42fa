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
  TextField,
  type TextName,
  Time,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Row } from '../../wire';
import { DecisionDialog } from '../decision';
import { ReasonField } from '../reason-field';
import { RowButtons } from './row-buttons';

type BrandReview = Row<'adminBrandsList'>;
interface Decision {
  verdict: 'approve' | 'reject';
  of: BrandReview;
}

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
        <DecisionDialog
          title={`${t(`reviews.${open.verdict}`)}: ${open.of.proposed_name}`}
          text={t(`reviews.brands.${open.verdict}.text`)}
          submit={t(`reviews.${open.verdict}`)}
          isDangerous={open.verdict === 'reject'}
          action={open.verdict === 'approve' ? 'admin.php:brands/approve' : 'admin.php:brands/reject'}
          body={({ reason }) => ({ review_id: open.of.review_id, reason })}
          done={t(`reviews.${open.verdict}.done`)}
          onClose={() => setOpen(null)}
          reload={reading.reload}
        >
          {open.verdict === 'approve' ? (
            <TextField name="reason" label={t('reason')} hint={t('reviews.audited')} />
          ) : (
            <ReasonField of={REASONS} hint={t('reviews.reason.hint')} />
          )}
        </DecisionDialog>
      )}
    </>
  );
}
