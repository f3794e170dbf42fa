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
  t,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Row } from '../../wire';

type BvnReview = Row<'adminKycBvnQueue'>;

const columns = (): Column<BvnReview>[] => [
  { name: t('name'), cell: ({ usertag }) => <strong>{usertag}</strong>, phone: 'lead', isWide: true },
  { name: t('reviews.why'), cell: ({ why }) => label('reviews.why', why), phone: 'under' },
  {
    name: t('created'),
    cell: ({ started_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'end',
  },
];

/** BVN checks whose names a person compares, the longest waiting first. */
export default function BvnQueue() {
  const { page } = useQuery().query;
  const reading = useRead<Page<BvnReview>>('admin.php:kyc/bvn-queue', { page, per_page: 25 });
  return (
    <>
      <Head title={t('attention.bvn_reviews')} />
      <List
        reading={reading}
        name={t('attention.bvn_reviews')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ verification_id: id }) => id}
        path={can('admin.php:kyc/bvn-show') ? ({ verification_id: id }) => `/admin/bvn/${id}` : undefined}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="check" title={t('reviews.none')} />}
      />
    </>
  );
}
