import {
  type Column,
  due,
  Empty,
  Head,
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
} from '../../kit';
import { type ChargebackRow, CHARGEBACKS, isToAnswer } from './chargeback-parts';

const STATES = ['opened', 'contested', 'accepted', 'won', 'lost'] as const;

/** Card payments that a bank has demanded back, newest first. */
export default function Chargebacks() {
  const { status, page } = useQuery().query;
  const reading = useRead<Page<ChargebackRow>>('chargebacks', { status, page, per_page: 25 });
  return (
    <>
      <Head title={t('menu.chargebacks')} />
      <Tabs
        name={t('status')}
        field="status"
        of={[['', t('tab.all')], ...STATES.map((state): [string, string] => [state, t(`status.${state}`)])]}
      />
      <List
        reading={reading}
        name={t('menu.chargebacks')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ chargeback_id: id }) => id}
        path={({ chargeback_id: id }) => `${CHARGEBACKS}/${id}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          status ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="chargebacks" title={t('chargebacks.none')} text={t('chargebacks.none.text')} />
          )
        }
      />
    </>
  );
}

const columns = (): Column<ChargebackRow>[] => [
  {
    name: t('amount'),
    cell: ({ claimed_amount: amount, claimed_currency: currency }) => money(amount, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('reason'),
    cell: ({ reason }) => reason ?? t('chargebacks.reason.none'),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('chargebacks.owed'),
    cell: ({ owed_amount: owed, currency }) => owed > 0 && money(owed, currency),
    isNumber: true,
  },
  { name: t('chargebacks.opened'), cell: ({ opened_at: at }) => <Time at={at} />, isNumber: true },
  {
    name: t('chargebacks.respond_by'),
    cell: (chargeback) => {
      const { respond_by: at } = chargeback;
      return isToAnswer(chargeback) && at !== null && <Time at={at} text={due(at)} />;
    },
    isNumber: true,
    phone: 'end',
  },
];
