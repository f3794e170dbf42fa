/** docs/reference/errors.md, which `npm run docs:errors` writes from the table of error codes and docs/openapi. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

const DOCUMENTS = ['business', 'checkout', 'sandbox', 'app', 'staff'];
/** Codes of more operations are general: a list would say less than the number. */
const MAX_LISTED = 30;

const HEAD = `# Errors

Every \`error_code\` of the API. \`doc_url\` of an error leads to its section. This page is generated from \`libs/kernel/src/error-codes.ts\` and the [OpenAPI documents](openapi.md) by \`npm run docs:errors\`; change the texts there. [API](api.md#errors) describes the other fields of an error.

A code has the same meaning in every operation; \`message\` says what is wrong in this request. Programs should compare \`error_code\` and show \`message\` to people. New codes may be added, so treat an unknown one by its status. Codes that more than ${MAX_LISTED} operations return have their number instead of a list; the [API reference](openapi.md) has the codes of each operation.
`;

/** The operations of all hosts, as clients write them, with the error codes that each can return. */
function operations() {
  const found = new Map();
  for (const name of DOCUMENTS) {
    const { paths } = JSON.parse(readFileSync(path.join(ROOT, `docs/openapi/${name}.json`), 'utf8'));
    for (const [address, methods] of Object.entries(paths)) {
      for (const { responses } of Object.values(methods)) {
        const operation = wireForm(address);
        found.set(operation, [...(found.get(operation) ?? []), ...codesOf(responses)]);
      }
    }
  }
  return found;
}

/** `/api/business.php/apps/create` is `business.php?section=apps&action=create`. */
function wireForm(address) {
  const [file, ...names] = address.replace('/api/', '').split('/');
  if (names.length === 0) return file;
  const [action, section] = names.reverse();
  return `${file}?${section ? `section=${section}&` : ''}action=${action}`;
}

const codesOf = (responses) =>
  ['4XX', '5XX'].flatMap((status) =>
    (responses[status]?.content['application/json'].schema.allOf ?? []).flatMap(
      ({ properties }) => properties?.error_code?.enum ?? [],
    ),
  );

/** The page of the codes of this table, formatted as the repository's formatter does. */
export function errorsPage(codes) {
  const all = [...operations()];
  const sections = Object.entries(codes).map(([code, entry]) => {
    const returning = all.filter(([, returned]) => returned.includes(code)).map(([operation]) => operation);
    return sectionOf(code, entry, returning, all.length);
  });
  return [HEAD, byStatus(codes), ...sections].join('\n');
}

/** The codes of each status, with links to the headings of their sections. */
function byStatus(codes) {
  const statuses = Object.values(codes).flatMap((entry) => entry.statuses);
  const lines = [...new Set(statuses)]
    .sort((a, b) => a - b)
    .map((status) => {
      const links = Object.entries(codes)
        .filter(([, entry]) => entry.statuses.includes(status))
        .map(([code]) => `[\`${code}\`](#${code.toLowerCase()})`);
      return `- ${status}: ${links.join(', ')}\n`;
    });
  return lines.join('');
}

/** Has an anchor with the code as `doc_url` writes it, because viewers give headings anchors in lower case. */
function sectionOf(code, { statuses, cause, remedy }, returning, total) {
  const paragraphs = [
    `<a id="${code}"></a>`,
    `## ${code}`,
    `**Status:** ${statuses.join(', ')}`,
    `**Cause:** ${cause}`,
    `**What to do:** ${remedy}`,
  ];
  // Addresses that are no operation have codes of their own.
  if (returning.length > 0) paragraphs.push(`**Operations:** ${listOf(returning, total)}`);
  return `${paragraphs.join('\n\n')}\n`;
}

const listOf = (operations, total) =>
  operations.length > MAX_LISTED
    ? `${operations.length} of ${total}`
    : operations
        .sort()
        .map((operation) => `\`${operation}\``)
        .join(', ');
