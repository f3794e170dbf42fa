import { computed, signal } from '@preact/signals';

export type Mode = 'live' | 'test';

/** The address of the page, kept by the shell: `?test=1` in it means test mode. */
export const query = signal(location.search);
export const mode = computed<Mode>(() =>
  new URLSearchParams(query.value).get('test') === '1' ? 'test' : 'live',
);

/** The address of a page of the console, which may have a query, in the mode at hand. */
export function to(
  path: string,
  fields: Record<string, string | undefined> = {},
  inMode: Mode = mode.value,
): string {
  const [page, own] = path.split('?');
  const search = new URLSearchParams(own);
  for (const [name, text] of Object.entries(fields)) if (text) search.set(name, text);
  if (inMode === 'test') search.set('test', '1');
  return search.size === 0 ? page! : `${page}?${search}`;
}
