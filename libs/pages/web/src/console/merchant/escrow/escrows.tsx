import {
  ChoiceFilter,
  type Column,
  due,
  Empty,
  Filters,
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
import { ESCROWS, type EscrowRow, isToAnswer, nameOf, otherOf } from './escrow-parts';

const STATES = ['funded', 'disputed', 'released', 'refunded', 'resolved_split'] as const;

/** Money that is held until one of its parties, or a decision of staff, moves it; newest first. */
export default function Escrows() {
  const { status, role, page } = useQuery().query;
  const reading = useRead<Page<EscrowRow>>('escrows', { status, role, page, per_page: 25 });
  return (
    <>
      <Head title={t('menu.escrow')} />
      <Tabs
        name={t('status')}
        field="status"
        of={[['', t('tab.all')], ...STATES.map((state): [string, string] => [state, t(`status.${state}`)])]}
      />
      <Filters>
        <ChoiceFilter
          field="role"
          name={t('escrow.role')}
          of={[
            ['', t('escrow.role.all')],
            ['beneficiary', t('escrow.role.beneficiary')],
            ['initiator', t('escrow.role.initiator')],
          ]}
        />
      </Filters>
      <List
        reading={reading}
        name={t('menu.escrow')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ uuid }) => uuid}
        path={({ uuid }) => `${ESCROWS}/${uuid}`}
        after={(answer) => <Pager of={answer} />}
        empty={
          status || role ? (
            <Empty icon="search" title={nothingMatches()} />
          ) : (
            <Empty icon="escrow" title={t('escrow.none')} text={t('escrow.none.text')} />
          )
        }
      />
    </>
  );
}

const columns = (): Column<EscrowRow>[] => [
  {
    name: t('amount'),
    cell: ({ amount, currency }) => money(amount, currency),
    isNumber: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('escrow.other'),
    cell: (escrow) => (
      <>
        {nameOf(otherOf(escrow))} <span class="soft">{escrow.description}</span>
      </>
    ),
    phone: 'under',
    isWide: true,
  },
  {
    name: t('escrow.role'),
    cell: ({ role }) => t(role === 'initiator' ? 'escrow.role.initiator' : 'escrow.role.beneficiary'),
  },
  { name: t('escrow.clock'), cell: (escrow) => <Clock of={escrow} />, isNumber: true, phone: 'end' },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true },
];

/** The time that the reader has to look at: that of the decision in a dispute, else the agreed deadline. */
function Clock({ of: escrow }: { of: EscrowRow }) {
  const { dispute, status, deadline_at: deadline } = escrow;
  if (isToAnswer(escrow)) return <Time at={dispute!.resolve_by} text={t('escrow.clock.answer')} />;
  if (status === 'disputed') {
    return <Time at={dispute!.resolve_by} text={due(dispute!.resolve_by)} />;
  }
  return status === 'funded' && deadline !== null ? <Time at={deadline} text={due(deadline)} /> : null;
}
