import type { Language } from '@app/accounts';
import { fill, textsIn } from '../locales/texts';
import { type Facts, formatFacts } from './facts';
import type { NotificationTemplate } from './notification-template';

/** The text of a notification in one language. */
export interface RenderedNotification {
  title: string;
  body: string;
  rows: readonly (readonly [label: string, value: string])[];
}

export function render(
  template: NotificationTemplate,
  facts: Facts,
  language: Language,
  channel: 'inbox' | 'mail',
): RenderedNotification {
  const { labels, templates } = textsIn(language);
  const texts: Record<string, string> = templates[template.type];
  const values = formatFacts(facts, language, channel);
  const textOf = (name: string) => fill(texts[name]!, values);
  const rows = template.rows?.(values) ?? [];
  return {
    title: textOf('title'),
    body: (template.body?.(values) ?? ['body']).map(textOf).join(' '),
    rows: rows.filter(([, value]) => value !== '').map(([label, value]) => [labels[label], value]),
  };
}
