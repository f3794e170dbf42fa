import { computed, signal } from '@preact/signals';

export type Mode = 'live' | 'test';

/** The address of the page, kept by the shell: `?test=1` in it means test mode. */
export const query = signal(location.search);
export const mode = computed<Mode>(() =>
  new URLSearchParams(query.value).get('test') === '1' ? 'test' : 'live',
);

/** The address of a page of the console in the mode at hand. */
export function to(
  path: string,
  fields: Record<string, string | undefined> = {},
  inMode: Mode = mode.value,
): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1]);
  const search = new URLSearchParams([...given, ...(inMode === 'test' ? [['test', '1']] : [])]).toString();
  return search === '' ? path : `${path}?${search}`;
}
