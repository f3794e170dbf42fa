import { to } from '../mode';
import { counted, number, t } from '../texts';
import { useLocation } from 'preact-iso/router';

interface Paged {
  total: number;
  page: number;
  total_pages: number;
}

/** How many rows match, and the pages beside this one. */
export function Pager({ of: { total, page, total_pages: pages } }: { of: Paged }) {
  const { path, query } = useLocation();
  const { test: _, ...fields } = query;
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
