import {
  can,
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
import { claimant } from './claims';
import { pathOf, type Review } from './review';

const TABS = ['', 'approved', 'rejected', 'revoked', 'withdrawn'] as const;

const columns = (): Column<Review>[] => [
  {
    name: t('name'),
    cell: ({ user }) => (
      <>
        <strong>{user.name}</strong> <span class="soft">{user.usertag}</span>
      </>
    ),
    phone: 'lead',
    isWide: true,
  },
  { name: t('reviews.document'), cell: ({ doc_type: type }) => label('document', type), phone: 'under' },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('reviews.flags'),
    cell: ({ flags }) => flags.map((flag) => label('reviews.flag', flag)).join(', '),
  },
  { name: t('reviews.reviewer'), cell: ({ claimed_by: by }) => by && claimant(by) },
  {
    name: t('reviews.uploaded'),
    cell: ({ uploaded_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Identity documents, the longest waiting first. Those who may decide open one. */
export default function IdentityQueue() {
  const { query } = useQuery();
  const { status, page } = query;
  const reading = useRead<Page<Review>>('admin.php:kyc/queue', { status, page, per_page: 25 });
  return (
    <>
      <Head title={t('attention.identity_reviews')} />
      <Tabs
        name={t('status')}
        field="status"
        of={TABS.map((value) => [value, label('status', value || 'pending')])}
      />
      <List
        reading={reading}
        name={t('attention.identity_reviews')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ document_id: id }) => id}
        path={can('admin.php:kyc/claim') ? pathOf : undefined}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="check" title={t(status ? 'list.nothing' : 'reviews.none')} />}
      />
    </>
  );
}
