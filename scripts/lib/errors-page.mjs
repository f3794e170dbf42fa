/** docs/reference/errors.md, which `npm run docs:errors` writes from the table of error codes. */

const HEAD = `# Errors

Every \`error_code\` of the API. \`doc_url\` of an error leads to its section. This page is generated from \`libs/kernel/src/error-codes.ts\` by \`npm run docs:errors\`; change the texts there. [API](api.md#errors) describes the other fields of an error.

A code has the same meaning in every operation; \`message\` says what is wrong in this request. Programs should compare \`error_code\` and show \`message\` to people. New codes may be added, so treat an unknown one by its status.
`;

/** The page of the codes of this table, formatted as the repository's formatter does. */
export function errorsPage(codes) {
  return [HEAD, byStatus(codes), ...Object.entries(codes).map(sectionOf)].join('\n');
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
function sectionOf([code, { statuses, cause, remedy }]) {
  const paragraphs = [
    `<a id="${code}"></a>`,
    `## ${code}`,
    `**Status:** ${statuses.join(', ')}`,
    `**Cause:** ${cause}`,
    `**What to do:** ${remedy}`,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}
