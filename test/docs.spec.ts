import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const markdownBelow = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join(folder, file));

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownBelow('docs')];
const DECISIONS = markdownBelow('docs/decisions').filter((file) => /\/\d{4}-[a-z0-9-]+\.md$/.test(file));
const INDEX = 'docs/decisions/README.md';

const CONTENTS = 'docs/README.md';
const MAX_WORDS = 3000;
/** Pages that a script writes, which may be longer. */
const GENERATED = ['docs/reference/events.md'];

const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The pages that the table of contents does not name, or names more than once. */
const misplaced = (contents: string, pages: string[]): string[] => {
  const named = relativeLinks(contents).map((link) => path.posix.join('docs', link));
  return pages.filter((page) => named.filter((link) => link === page).length !== 1);
};

const withoutBlocks = (text: string) => text.replace(/^( *)```[\s\S]*?^\1```/gm, '');

/** Kinds of code blocks. `sh run` is executed by a test; `sh norun` cannot be, such as a command that runs until it is stopped. */
const KINDS = [
  'sh run',
  'sh norun',
  'text',
  'json',
  'js',
  'javascript',
  'html',
  'http',
  'php',
  'python',
  'sql',
  '',
];

/** The code blocks of a page with what follows the opening fence. */
const blocksOf = (text: string): { info: string; code: string }[] =>
  [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```/gm)].map(([, , info, code]) => ({
    info: info!,
    code: code!,
  }));

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The blocks of a page that are of no kind, or claim to be JSON. GitHub draws a `mermaid` block, the site does not. */
const faultyBlocks = (page: string, text: string): string[] =>
  blocksOf(text)
    .filter(({ info, code }) =>
      info === 'json'
        ? !isJson(code)
        : !KINDS.includes(info) && !(info === 'mermaid' && page === 'README.md'),
    )
    .map(({ info, code }) => `${info}: ${code.split('\n')[0]}`);

/** The pages that a test with the functions of `doc-commands.ts` names. */
function executedPages(): string[] {
  const tests = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('spec.ts'))
    .map((file) => read(path.join('test', file)))
    .filter((text) => text.includes('/support/doc-commands'));
  const named = tests.flatMap((text) => [...text.matchAll(/'([\w./-]+\.md)'/g)].map(([, page]) => page!));
  return named.map((page) => path.posix.join('docs', page));
}

/** The anchors of the headings of a page, as GitHub and most renderers name them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const shown = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
    const anchor = shown
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again++) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Targets of the links and images of a page that lead to files of the repository. */
const relativeLinks = (text: string): string[] =>
  [
    ...withoutBlocks(text)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(<?([^)\s>]+)/g),
  ]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z][a-z\d+.-]*:/i.test(target));

/** The links of a page that lead to no file or to no heading of it. */
function brokenLinks(page: string, text: string): string[] {
  return relativeLinks(text).filter((link) => {
    const [target, anchor] = link.split('#') as [string, string?];
    const file = target ? path.posix.join(path.posix.dirname(page), target) : page;
    if (!existsSync(path.join(ROOT, file))) return true;
    if (anchor === undefined) return false;
    return !file.endsWith('.md') || !anchorsOf(target ? read(file) : text).has(anchor);
  });
}

/** What is wrong with the form of a decision. */
function faultsOf(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const [title, , status, date] = lines;
  return [
    ...(lines.length > 30 ? ['length'] : []),
    ...(/^# \S/.test(title!) ? [] : ['title']),
    ...(/^Status: (?:accepted|superseded by \d{4})$/.test(status ?? '') ? [] : ['status']),
    ...(/^Date: 20\d\d-[01]\d-[0-3]\d$/.test(date ?? '') ? [] : ['date']),
  ];
}

describe('The documents', () => {
  it('have links only to files and headings that exist', () => {
    const found = PAGES.flatMap((page) => relativeLinks(read(page)));
    expect(found.length).toBeGreaterThan(200);
    expect(PAGES.flatMap((page) => brokenLinks(page, read(page)).map((link) => `${page}: ${link}`))).toEqual(
      [],
    );
  });
});

describe('The samples', () => {
  it('are marked as executed or not, and those in JSON are JSON', () => {
    const faults = PAGES.flatMap((page) =>
      faultyBlocks(page, read(page)).map((fault) => `${page}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('are executed by a test if they are marked so', () => {
    const marked = PAGES.filter((page) => blocksOf(read(page)).some(({ info }) => info === 'sh run'));
    expect(marked.length).toBeGreaterThan(15);
    const executed = executedPages();
    expect(marked.filter((page) => !executed.includes(page))).toEqual([]);
  });
});

describe('The pages', () => {
  const pages = markdownBelow('docs').filter((page) => !DECISIONS.includes(page) && page !== CONTENTS);

  it('are named once by the table of contents', () => {
    expect(pages.length).toBeGreaterThan(30);
    expect(misplaced(read(CONTENTS), pages)).toEqual([]);
  });

  it(`have at most ${MAX_WORDS} words, generated ones excepted`, () => {
    const long = PAGES.filter((page) => wordsOf(read(page)) > MAX_WORDS);
    expect(long).toEqual(GENERATED);
  });
});

describe('The decisions', () => {
  it('have a title, a status, a date and at most 30 lines', () => {
    expect(DECISIONS.length).toBeGreaterThan(30);
    expect(DECISIONS.flatMap((file) => faultsOf(read(file)).map((fault) => `${file}: ${fault}`))).toEqual([]);
  });

  it('are in the index with number, title and status, each once', () => {
    const lines = DECISIONS.map((file) => {
      const [title, , status] = read(file).split('\n') as [string, string, string];
      const name = path.basename(file);
      return `- [${name.slice(0, 4)}](${name}) ${title.slice(2)} (${status.replace('Status: ', '')})`;
    });
    const listed = read(INDEX)
      .split('\n')
      .filter((line) => line.startsWith('- '));
    expect(listed.toSorted()).toEqual(lines.toSorted());
  });

  it('use a number once, also one that was merged into another decision', () => {
    const numbers = DECISIONS.flatMap((file) => [
      path.basename(file).slice(0, 4),
      ...(/^Merges: (.+)$/m.exec(read(file))?.[1]!.match(/\d{4}/g) ?? []),
    ]);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});

describe('The check of documents', () => {
  it.each([
    ['a file that does not exist', '[a](../no-file.md)', ['../no-file.md']],
    ['a heading that does not exist', '[a](api.md#no-heading)', ['api.md#no-heading']],
    ['a heading of the same page', '# A b\n\n[a](#a-b) [b](#a-c)', ['#a-c']],
    ['the second of two equal headings', '## A\n## A\n[a](#a-1) [b](#a-2)', ['#a-2']],
    ['a heading with code and signs', '## The `a_b`: 2 & more!\n[a](#the-a_b-2--more)', []],
    ['no link in code', '`[a](b.md)`\n\n```md\n[a](b.md)\n```\n', []],
    ['no address of another site', '[a](https://example.com/a#b) [b](mailto:a@example.com)', []],
  ])('finds %s', (_, text, broken) => expect(brokenLinks('docs/reference/api.md', text)).toEqual(broken));

  it.each([
    ['commands without a mark', '```sh\ncurl\n```', ['sh: curl']],
    ['commands within a list', '1. A\n\n   ```sh\n   curl\n   ```', ['sh:    curl']],
    ['text that is not JSON', '```json\n{ a: 1 }\n```', ['json: { a: 1 }']],
    ['a diagram that the site shows as code', '```mermaid\nflowchart\n```', ['mermaid: flowchart']],
    ['no marked commands', '```sh run\ncurl\n```\n\n```sh norun\nnpm start\n```', []],
  ])('finds %s', (_, text, faults) => expect(faultyBlocks('docs/a.md', text)).toEqual(faults));

  it('finds a page that the table of contents does not name or names twice', () =>
    expect(misplaced('[a](a.md) [b](b.md) [b](b.md)', ['docs/a.md', 'docs/b.md', 'docs/c.md'])).toEqual([
      'docs/b.md',
      'docs/c.md',
    ]));

  it('counts words as `wc -w` does', () => expect(wordsOf('# A page\n\n| a | b |\n')).toBe(8));

  it.each([
    ['status', '# A\n\nStatus: proposed\nDate: 2026-11-21\n'],
    ['date', '# A\n\nStatus: superseded by 0002\nDate: today\n'],
    ['length', `# A\n\nStatus: accepted\nDate: 2026-11-21\n${'a\n'.repeat(27)}`],
  ])('finds a decision with a wrong %s', (fault, text) => expect(faultsOf(text)).toEqual([fault]));
});
