import { to } from '../mode';
import { counted, moment, number, t } from '../texts';
import { useLocation } from 'preact-iso/router';

interface Paged {
  total: number;
  page: number;
  total_pages: number;
  /** False: rows were searched up to a time, and the next ones are named by a cursor alone. */
  total_exact?: boolean;
  searched_to?: string;
  next_cursor?: string | null;
}

/** How many rows match, and the pages beside this one. */
export function Pager({ of }: { of: Paged }) {
  const { path, query } = useLocation();
  const { test: _, ...fields } = query;
  const { total, page, total_pages: pages, searched_to: searchedTo, next_cursor: cursor } = of;
  if (of.total_exact === false) {
    return (
      <nav class="pager" aria-label={t('pager')}>
        <span class="soft">{searchedTo && t('pager.searched', { time: moment(searchedTo) })}</span>
        {cursor && (
          <a class="button" href={to(path, { ...fields, page: undefined, cursor })} rel="next">
            {t('pager.next')}
          </a>
        )}
      </nav>
    );
  }
  const pageAt = (at: number) => to(path, { ...fields, page: at === 1 ? undefined : String(at) });
  return (
    <nav class="pager" aria-label={t('pager')}>
      <span class="soft">{counted('pager.total', total)}</span>
      {pages > 1 && (
        <span class="row">
          <span class="soft">{t('pager.page', { page: number(page), pages: number(pages) })}</span>
          {page > 1 && (
            <a class="button" href={pageAt(page - 1)} rel="prev">
              {t('pager.previous')}
            </a>
          )}
          {page < pages && (
            <a class="button" href={pageAt(page + 1)} rel="next">
              {t('pager.next')}
            </a>
          )}
        </span>
      )}
    </nav>
  );
}
