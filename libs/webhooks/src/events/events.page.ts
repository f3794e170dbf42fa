import { PUBLIC_EVENTS } from './catalogue';
import { exampleOf, type Fields } from './fields';
import type { PublicEvent } from './public-event';

const HEAD = `# Events

Every event that the service sends, with its fields. This page is generated from the rows in \`libs/webhooks/src/events/public\` by \`npm run docs:events\`; change them there.

An event is \`{"event": …, "data": …, "timestamp": …}\`: its name, the fields below, and the Unix seconds at which it happened. Endpoints receive it signed (see [webhooks](../guides/webhooks.md)); an app can also read its own events, numbered without a gap, with \`section=events&action=list\` (see [event feed](../guides/webhooks.md#event-feed)).

Amounts are JSON numbers in major units (2500.5 is NGN 2,500.50) unless the type says smallest unit. Times are ISO 8601 in UTC. New fields may be added to any event; none is renamed or dropped.
`;

/** The documentation page of all events, formatted as the repository's formatter does. */
export function eventsPage(): string {
  const list = table(
    ['event', 'sent when'],
    PUBLIC_EVENTS.map(({ name, sentWhen }) => [`[\`${name}\`](#${anchorOf(name)})`, sentWhen]),
  );
  return [HEAD, list, ...PUBLIC_EVENTS.map(sectionOf)].join('\n');
}

function sectionOf({ name, sentWhen, fields, onRequest }: PublicEvent): string {
  const remark = onRequest ? ' Only endpoints that name it in `events` get it; `*` does not ask for it.' : '';
  const example = JSON.stringify(
    { event: name, data: exampleOf(fields), timestamp: 1795255200 },
    undefined,
    2,
  );
  return [
    `## ${name}`,
    `Sent when ${sentWhen}.${remark}`,
    table(['field', 'type', 'what it is'], rowsOf(fields)).trimEnd(),
    `\`\`\`json\n${example}\n\`\`\`\n`,
  ].join('\n\n');
}

function rowsOf(fields: Fields, path = ''): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [
      `\`${path}${name}\``,
      field.fields ? 'object' : field.type,
      `${field.note}${field.sometimes ? ' (not always there)' : ''}`,
    ],
    ...(field.fields ? rowsOf(field.fields, `${path}${name}.`) : []),
  ]);
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return `${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`;
}

/** The anchor that Markdown viewers give the heading. */
function anchorOf(name: string): string {
  return name.replaceAll('.', '');
}
