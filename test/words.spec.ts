import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { oldWordsByFolder, oldWordsIn } from '../scripts/lib/plain-words.mjs';

const root = path.resolve(__dirname, '..');

/** Migrations are never changed, fixtures are made by others, and the list of words and this test name them. */
const EXEMPT = /\/migrations\/|\/generated\/|fixtures|\/released\/|plain-words\.mjs$|words\.spec\.ts$/;

function sources(): string[] {
  const folders = ['libs', 'apps', 'bench', 'examples', 'packages', 'scripts', 'test', 'docs'];
  return execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((file) => /\.(?:tsx?|[mc]?js|md)$/.test(file) && !EXEMPT.test(file))
    .filter((file) => existsSync(path.join(root, file)));
}

/** Words that continue a sentence: prepositions, conjunctions and `not`. */
const CONTINUING = `about above across after against along although amid among and around as at because before behind
  below beneath beside besides between beyond but by despite down during else except for from if in inside into lest
  near nor not of off on once onto or out outside over past per since so than that then though through throughout till
  to toward towards under unless until up upon via when whenever whereas whether while with within without yet`;

/** Relative and interrogative pronouns, with which a noun clause may begin and so the subject of `describe`. */
const PRONOUNS = 'how what whatever where wherever which whichever who whoever whom whose why';

const beginsWith = (words: string) =>
  new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})(?![\\w-])`, 'i');
const NO_SUBJECT = beginsWith(CONTINUING);
const NO_STATEMENT = beginsWith(`${CONTINUING} ${PRONOUNS}`);

/** First texts of the rows of `it.each`, which begin a title that begins with `%s`. */
function firstCells(each: ts.Expression): string[] {
  if (!ts.isCallExpression(each) || !each.arguments[0]) return [];
  const [table] = each.arguments;
  const rows = ts.isAsExpression(table) ? table.expression : table;
  if (!ts.isArrayLiteralExpression(rows)) return [];
  return rows.elements
    .map((row) => (ts.isArrayLiteralExpression(row) ? row.elements[0] : row))
    .flatMap((cell) => (cell && ts.isStringLiteralLike(cell) ? [cell.text] : []));
}

/** Titles of a test file that begin in the middle of a sentence, each with its line. */
function fragmentsIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    const { expression } = node;
    const [first] = node.arguments;
    const [, name] =
      /^(it|test|describe\w*)(?:\.(?:only|skip|concurrent))?(?:\.each\b|$)/.exec(expression.getText()) ?? [];
    if (!name || !first) return;
    const title = ts.isStringLiteralLike(first)
      ? first.text
      : ts.isTemplateExpression(first)
        ? first.head.text
        : '';
    const titles = /^%s\b/.test(title)
      ? firstCells(expression).map((cell) => cell + title.slice(2))
      : [title];
    const { line } = source.getLineAndCharacterOfPosition(first.getStart());
    const fragment = name.startsWith('describe') ? NO_SUBJECT : NO_STATEMENT;
    found.push(...titles.filter((one) => fragment.test(one)).map((one) => `${line + 1} ${one}`));
  };
  visit(source);
  return found;
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

describe('the titles of tests', () => {
  it('begin with the subject or the verb of a statement', () => {
    const files = sources().filter((file) => /spec\.ts$/.test(file) || /^test\/support\/.*\.ts$/.test(file));
    expect(files.length).toBeGreaterThan(300);
    expect(
      files.flatMap((file) =>
        fragmentsIn(file, readFileSync(path.join(root, file), 'utf8')).map((title) => `${file}:${title}`),
      ),
    ).toEqual([]);
  });
});

describe('the check of titles', () => {
  it.each([
    ['a conjunction', "it('and pays', () => {});", ['1 and pays']],
    ['a pronoun', "it('whose account is closed', () => {});", ['1 whose account is closed']],
    ['a template', 'it(`of ${a} is refused`, () => {});', ['1 of ']],
    ['a title of it.each', "it.each([\n  ['a', 1],\n])('with %s is %i', () => {});", ['3 with %s is %i']],
    ['a first cell', "it.each([['in a'], ['a']] as const)('%s fails', () => {});", ['1 in a fails']],
    ['a subject', "describeInBrowser('with a key', () => it('pays', () => {}));", ['1 with a key']],
    ['no subject that is a clause', "describe('what is sent', () => {});", []],
    ['no whole statement', "it('once-only tokens are refused', () => test('of'));", ['1 of']],
    ['no other call', "platform.test('of'); items.it('in');", []],
  ])('finds %s', (_, text, found) => expect(fragmentsIn('planted.ts', text)).toEqual(found));
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
