import {
  type Column,
  Empty,
  Filters,
  Head,
  List,
  money,
  nothingMatches,
  number,
  Pager,
  SearchField,
  t,
  Time,
  useQuery,
  useRead,
} from '../../kit';
import type { Answer, Row } from '../../wire';

type Customer = Row<'businessCustomersList'>;

/** Sums in one line, e.g. "₦2,500.00 · $40.00". */
export const paidOf = ({ paid }: Pick<Customer, 'paid'>): string =>
  paid.map(({ amount, currency }) => money(amount, currency)).join(' · ');

/** Paths of this service have no encoded characters. */
export const customerPage = (email: string): string =>
  `/dashboard/customers/one?${new URLSearchParams({ email })}`;

const columns = (): Column<Customer>[] => [
  {
    name: t('customer'),
    cell: ({ name, email }) => (
      <>
        <strong>{name ?? email}</strong> {name && <span class="soft">{email}</span>}
      </>
    ),
    isWide: true,
    phone: 'lead',
  },
  { name: t('customers.payments'), cell: ({ payments }) => number(payments), isNumber: true },
  { name: t('customers.failed'), cell: ({ failed_payments: failed }) => number(failed), isNumber: true },
  { name: t('customers.paid'), cell: paidOf, isNumber: true, phone: 'under' },
  {
    name: t('customers.last'),
    cell: ({ last_payment_at: at }) => <Time at={at} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Who has paid the business or tried to, by e-mail address. */
export default function Customers() {
  const { query } = useQuery();
  const { q, page } = query;
  const reading = useRead<Answer<'businessCustomersList'>>('customers', { q, page, per_page: 25 });
  return (
    <>
      <Head title={t('customers')} />
      <Filters>
        <SearchField field="q" name={t('customers.search')} />
      </Filters>
      <List
        reading={reading}
        name={t('customers')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ email }) => email}
        path={({ email }) => customerPage(email)}
        after={(answer) => <Pager of={answer} />}
        empty={
          q ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="customers" title={t('customers.none')} text={t('customers.none.text')} />
          )
        }
      />
    </>
  );
}
