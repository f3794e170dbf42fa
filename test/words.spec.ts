import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { oldWordsByFolder, oldWordsIn } from '../scripts/lib/plain-words.mjs';

const root = path.resolve(__dirname, '..');

/** Migrations are never changed, fixtures are made by others, and the list of words and this test name them. */
const EXEMPT = /\/migrations\/|fixtures|\/released\/|plain-words\.mjs$|words\.spec\.ts$/;

function sources(): string[] {
  const folders = ['libs', 'apps', 'bench', 'examples', 'scripts', 'test', 'docs'];
  return execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((file) => /\.(?:tsx?|[mc]?js|md)$/.test(file) && !EXEMPT.test(file))
    .filter((file) => existsSync(path.join(root, file)));
}

const linesOf = (file: string, text: string) =>
  oldWordsIn(file, text).map(({ line, word }) => `${line} ${word}`);

describe('the words of the code', () => {
  it('are plain in comments, titles, names and documents', () => {
    const files = sources();
    expect(files.length).toBeGreaterThan(1000);
    expect([...oldWordsByFolder(root, files).values()].flat()).toEqual([]);
  });
});

describe('the check of words', () => {
  it.each([
    ['a comment', '// Nobody waits.', ['1 Nobody']],
    ['a doc comment', 'const a = 1;\n/**\n * Whoever asks.\n */', ['3 Whoever']],
    ['part of a name', 'const refundsUnheard = told_again;', ['1 Unheard', '1 told']],
    ['a constant', 'const MOST_ROWS = 1;', ['1 MOST_ROWS']],
    ['a title', "it('waits for nobody', () => {});", ['1 nobody']],
    ['a comment after a template', 'f(`${a}/*`, /"/);\n// for ever', ['2 for ever']],
    ['nothing in a text for users', "say('Somebody signed in.', `nobody ${a} told`);", []],
    ['nothing in a stored name', 'const column = row.heard_by;', []],
  ])('finds %s', (_, text, found) => expect(linesOf('planted.ts', text)).toEqual(found));

  it('finds a word in a document, but not within code', () =>
    expect(linesOf('planted.md', 'Run `nobody`.\n\nNobody mends it.')).toEqual(['3 Nobody', '3 mends']));
});
