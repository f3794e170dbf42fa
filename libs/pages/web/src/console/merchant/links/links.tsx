import {
  can,
  type Column,
  CopyButton,
  Empty,
  Head,
  List,
  type Page,
  Pager,
  Pill,
  t,
  Time,
  to,
  useLocation,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import { amountOf, type LinkRow, LINKS, stateOf, usesOf } from './link-parts';
import { NewLinkDialog } from './new-link-dialog';

/** Addresses at which every person who has them can pay, newest first. */
export default function Links() {
  const { query } = useQuery();
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const reading = useRead<Page<LinkRow>>('links', { page: query.page, per_page: 25 });
  return (
    <>
      <Head
        title={t('menu.links')}
        actions={
          can('createLink') && (
            <button type="button" class="button primary" onClick={() => setOpen(true)}>
              {t('links.new')}
            </button>
          )
        }
      />
      <List
        reading={reading}
        name={t('menu.links')}
        columns={columns()}
        rows={({ data }) => data}
        id={({ id }) => id}
        path={({ id }) => `${LINKS}/${id}`}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="links" title={t('links.none')} text={t('links.none.text')} />}
      />
      {isOpen && (
        <NewLinkDialog onClose={() => setOpen(false)} onDone={(id) => route(to(`${LINKS}/${id}`))} />
      )}
    </>
  );
}

const columns = (): Column<LinkRow>[] => [
  { name: t('links.title'), cell: ({ title }) => title, phone: 'lead', isWide: true },
  { name: t('status'), cell: (link) => <Pill status={stateOf(link)} />, phone: 'side' },
  { name: t('amount'), cell: amountOf, isNumber: true, phone: 'under' },
  {
    name: t('links.address'),
    cell: ({ url, title }) => <CopyButton text={url} name={`${t('links.address')}: ${title}`} />,
  },
  { name: t('links.uses'), cell: usesOf, isNumber: true, phone: 'end' },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true },
];
