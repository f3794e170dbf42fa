import {
  type Column,
  Empty,
  Filters,
  Head,
  label,
  List,
  type Page,
  Pager,
  Pill,
  SearchField,
  t,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Row } from '../../wire';

type Person = Row<'adminUsersFind'>;

const columns = (): Column<Person>[] => [
  {
    name: t('name'),
    cell: ({ name, usertag }) => (
      <>
        <strong>{name}</strong> <span class="soft">{usertag}</span>
      </>
    ),
    phone: 'lead',
    isWide: true,
  },
  { name: t('email'), cell: ({ email }) => email, phone: 'under' },
  {
    name: t('people.kind'),
    cell: ({ account_type: type, staff_role: role }) =>
      role ? label('role', role) : label('people.kind', type),
  },
  { name: t('status'), cell: ({ frozen }) => <Pill status={frozen ? 'frozen' : 'active'} />, phone: 'side' },
  {
    name: t('created'),
    cell: ({ created_at: at }) => <Time at={at} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Accounts by id, e-mail address, user tag or phone number. */
export default function People() {
  const { q, page } = useQuery().query;
  const reading = useRead<Page<Person>>('admin.php:users/find', q ? { q, page, per_page: 25 } : null);
  return (
    <>
      <Head title={t('people')} />
      <Filters>
        <SearchField field="q" name={t('people.search')} />
      </Filters>
      {q ? (
        <List
          reading={reading}
          name={t('people')}
          columns={columns()}
          rows={({ data }) => data}
          id={({ id }) => id}
          path={({ id }) => `/admin/people/${id}`}
          after={(answer) => <Pager of={answer} />}
          empty={<Empty icon="search" title={t('people.none')} text={t('people.none.text')} />}
        />
      ) : (
        <Empty icon="search" title={t('people.start')} text={t('people.start.text')} />
      )}
    </>
  );
}
