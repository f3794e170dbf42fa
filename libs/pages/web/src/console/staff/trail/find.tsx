import {
  type Column,
  Empty,
  Filters,
  Head,
  label,
  List,
  money,
  Pill,
  SearchField,
  t,
  Time,
  to,
  useEffect,
  useLocation,
  useQuery,
  useRead,
} from '../../kit';
import type { Answer } from '../../wire';

type Found = Answer<'adminExplainFind'>[number];

const columns = (): Column<Found>[] => [
  { name: t('trail.kind'), cell: ({ type }) => label('trail.type', type), phone: 'under' },
  { name: t('details'), cell: ({ title, id }) => title ?? id, isWide: true, phone: 'lead' },
  { name: t('trail.owner'), cell: ({ owner }) => owner, isWide: true },
  {
    name: t('amount'),
    cell: ({ amount, currency }) => (amount === null || currency === null ? '' : money(amount, currency)),
    isNumber: true,
    phone: 'side',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'end' },
  { name: t('mode'), cell: ({ mode }) => t(mode === 'test' ? 'mode.test' : 'mode.live') },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} /> },
];

/** Any object by any of its names; a single one is opened at once. */
export default function Find() {
  const { query } = useQuery();
  const { route } = useLocation();
  const q = query.q?.trim();
  const reading = useRead<Found[]>('staffFind', q ? { q } : null);
  const { data, isBusy } = reading;
  const only = !isBusy && data?.length === 1 ? data[0] : undefined;
  useEffect(() => {
    if (only && q) route(to(storyPath(only)), true);
  }, [only]);
  return (
    <>
      <Head title={t('trail.find')} />
      <Filters>
        <SearchField field="q" name={t('trail.find')} />
      </Filters>
      {q ? (
        <List
          reading={reading}
          name={t('trail.find')}
          columns={columns()}
          rows={(found) => found}
          id={({ type, id }) => `${type} ${id}`}
          path={storyPath}
          empty={<Empty icon="search" title={t('trail.find.none')} text={t('trail.find.none.text')} />}
        />
      ) : (
        <Empty icon="search" title={t('trail.find.start')} text={t('trail.find.start.text')} />
      )}
    </>
  );
}

const storyPath = ({ id }: Found): string => `/admin/find/${encodeURIComponent(id)}`;
