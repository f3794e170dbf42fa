import {
  can,
  type Column,
  distance,
  Empty,
  Head,
  List,
  nameOf,
  type Page,
  Pager,
  t,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Row } from '../../wire';
import { claimant } from './claims';

type WaitingBusiness = Row<'adminKybQueue'>;

const columns = (): Column<WaitingBusiness>[] => [
  {
    name: t('name'),
    cell: ({ business_name: name, usertag }) => (
      <>
        <strong>{name ?? usertag}</strong> {name && <span class="soft">{usertag}</span>}
      </>
    ),
    phone: 'lead',
    isWide: true,
  },
  { name: t('country'), cell: ({ country_code: code }) => nameOf('region', code), phone: 'under' },
  { name: t('reviews.reviewer'), cell: ({ claimed_by: by }) => by && claimant(by), phone: 'side' },
  {
    name: t('reviews.submitted'),
    cell: ({ submitted_at: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Businesses whose details wait for a review, the longest waiting first. */
export default function BusinessQueue() {
  const { page } = useQuery().query;
  const reading = useRead<Page<WaitingBusiness>>('admin.php:kyb/queue', { page, per_page: 25 });
  return (
    <>
      <Head title={t('attention.business_reviews')} />
      <List
        reading={reading}
        name={t('attention.business_reviews')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ submission_id: id }) => id}
        path={can('admin.php:kyb/show') ? ({ user_id: id }) => `/admin/businesses/${id}` : undefined}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="check" title={t('reviews.none')} />}
      />
    </>
  );
}
