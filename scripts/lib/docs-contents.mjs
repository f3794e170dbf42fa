/** Reads docs/README.md, the table of contents: readers, their pages, and the kind of each page. */
const READER = /^## (.+)$/;
const ENTRY = /^- \[([^\]]+)\]\(([^)]+)\)(?: \(([a-z-]+)\))?: (.+)$/;
export const KINDS = ['tutorial', 'how-to', 'reference', 'explanation'];

/** `[{ reader, pages: [{ file, name, kind, about }] }]`, and what is wrong with its lines. */
export function readContents(text) {
  const readers = [];
  const faults = [];
  for (const line of text.split('\n')) {
    const [, reader] = READER.exec(line) ?? [];
    if (reader) readers.push({ reader, pages: [] });
    if (!line.startsWith('- ')) continue;
    const [, name, file, kind, about] = ENTRY.exec(line) ?? [];
    if (readers.length === 0 || !KINDS.includes(kind)) {
      faults.push(`docs/README.md: not a page with its kind (${KINDS.join(', ')}): ${line}`);
    } else readers.at(-1).pages.push({ name, file, kind, about });
  }
  return { readers, faults };
}
