import type { StoryEntryView, StoryObjectView } from './story-entry.view';

/** One sentence about where the object stands: the name of a text, and its values. */
export interface StorySummary {
  key: string;
  params: Record<string, string>;
}

const OPEN = new Set(['pending', 'processing', 'expired']);

/** What went wrong last comes before the status. */
export function summaryOf(object: StoryObjectView, entries: readonly StoryEntryView[]): StorySummary {
  const sent = entries.filter(({ kind, ok }) => kind === 'webhook' && ok !== null);
  if (object.type === 'session' && OPEN.has(object.status)) {
    const declined = entries.findLast(({ name }) => name === 'attempt.failed');
    if (declined) return { key: 'session.declined', params: textsOf(declined.detail) };
  }
  if (sent.at(-1)?.ok === false) return { key: 'webhook.failing', params: textsOf(sent.at(-1)!.detail) };
  return { key: `${object.type}.${object.status}`, params: {} };
}

const textsOf = (detail: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
