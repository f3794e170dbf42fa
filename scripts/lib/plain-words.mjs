import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Words that comments, test titles, documents and parts of identifiers do not use, and what replaces each. */
const WORDS = [
  ['nobody|no one', 'a noun: no client, no caller'],
  ['whoever', 'a noun: the caller, the process that'],
  ['somebody|someone|anybody|anyone', 'a noun: a user, a caller'],
  ['everybody|everyone', 'a noun: every account, every caller'],
  ['nowhere', 'not found'],
  ['unheard', 'unconfirmed, unhandled'],
  ['untold', 'not notified, pending'],
  ['told', 'notified, informed'],
  ['tells? of', 'reports, notifies of'],
  ['heard', 'received, handled, confirmed'],
  ['hears?|hearers?', 'receives, handles; subscriber'],
  ['gone by|go(?:es)? by', 'uses, relies on'],
  ['may be gone', 'may be stale'],
  ['wish(?:es)?', 'request, input'],
  ['mend(?:s|ed|ing)', 'fix, correct'],
  ['the gates?|gates', 'the request guard'],
  ['once more', 'again'],
  ['for ever', 'permanently'],
  ['in one turn(?! of the event loop)', 'synchronously'],
  ['one breath', 'the same tick'],
  ['(?<!a )word of', 'notification of'],
  ['news', 'change notification'],
  ['patience', 'timeout'],
  ['correspondents?', 'mail recipient'],
].map(([pattern, replacement]) => [new RegExp(`\\b(?:${pattern})\\b`, 'gi'), replacement]);

/** Identifiers that have been renamed, in the case in which they were written. */
const NAMES = [
  ['CommandCall', 'RequestContext'],
  ['startTogether', 'batchRequests'],
  ['Swift[A-Z]\\w*', 'Prepared*'],
  ['Gathering', 'CommitBatcher'],
  ['GatheredReads', 'BatchLoader'],
  ['RememberedCallers', 'SessionCache'],
  ['KnownTokens', 'VerifiedTokenCache'],
  ['Rememberer', 'InvalidatedCache'],
  ['ElsewhereMethod', 'AsyncMethod'],
  ['MethodStep', 'AsyncPaymentFlow'],
  ['CardGateways?', 'PaymentGateway'],
  ['TransferEnds', 'TransferParties'],
  ['MailedSecrets\\w*', 'EmailTokens'],
  ['isWanted', 'isSubscribed'],
  ['isGood', 'isStillValid'],
  ['givenUp|GivenUp|GiveUp\\w*', 'released, Cancel*, Abandon*'],
  ['TellOf[A-Z]\\w*', 'Notify*'],
  ['ELSEWHERE', 'ASYNC_METHODS, a noun'],
  ['(?:MOST|LONGEST)_\\w+', 'MAX_*'],
  ['(?:LEAST|SHORTEST)_\\w+', 'MIN_*'],
  ['NO_LONGER_THAN', '*_TIMEOUT'],
].map(([pattern, replacement]) => [new RegExp(`\\b(?:${pattern})\\b`, 'g'), replacement]);

/** Names in the database, which outlive the words of the code. */
const STORED = /\bheard_by\b|heard-changes|refunds_unheard|purge-mailed-secrets/g;

/** All of a list in one expression, because one search tells the many texts without any from the few with one. */
const anyOf = (list, flags) => new RegExp(list.map(([{ source }]) => source).join('|'), flags);
const ANY_WORD = anyOf(WORDS, 'i');
const ANY_NAME = anyOf(NAMES, '');
const mayOffend = (text) => ANY_WORD.test(apart(text)) || ANY_NAME.test(text);

/** The words of an identifier, apart: `toldOf` and `TOLD_OF` read as "told of". */
const apart = (line) => line.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').replaceAll('_', ' ');

/** What one line says that it should not, as pairs of word and replacement. */
function findings(line) {
  const own = line.replace(STORED, '');
  const found = (list, text) =>
    list.flatMap(([pattern, better]) => [...text.matchAll(pattern)].map(([word]) => [word, better]));
  return [...found(WORDS, apart(own)), ...found(NAMES, own)];
}

const blank = (text) => text.replace(/[^\n]/g, ' ');
const isTitled = (node) => /^(?:it|test|describe)\b/.test(node.expression.getText());

/** Source with its literals blanked, test titles excepted: comments, names and titles are left. */
function withoutLiterals(file, text) {
  const kind = file.endsWith('x')
    ? ts.ScriptKind.TSX
    : file.endsWith('ts')
      ? ts.ScriptKind.TS
      : ts.ScriptKind.JS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const parts = [];
  let from = 0;
  const visit = (node) => {
    if (node.kind >= ts.SyntaxKind.FirstLiteralToken && node.kind <= ts.SyntaxKind.LastTemplateToken) {
      const { parent } = node;
      if (ts.isCallExpression(parent) && parent.arguments[0] === node && isTitled(parent)) return;
      parts.push(text.slice(from, node.getStart()), blank(node.getText()));
      from = node.end;
    } else if (node.kind === ts.SyntaxKind.JsxText) {
      parts.push(text.slice(from, node.pos), blank(text.slice(node.pos, node.end)));
      from = node.end;
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return parts.join('') + text.slice(from);
}

/** Prose without its code: names in backticks are those of fields and commands. */
const withoutCode = (text) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, blank);

/**
 * Lines of one file that use an old word, as `{ line, word, replacement }`. Only a file whose text has one
 * anywhere is parsed, because most have none.
 * @returns {{ line: number, word: string, replacement: string }[]}
 */
export function oldWordsIn(file, text) {
  if (!mayOffend(text)) return [];
  const own = file.endsWith('.md') ? withoutCode(text) : withoutLiterals(file, text);
  return own
    .split('\n')
    .flatMap((line, at) =>
      mayOffend(line)
        ? findings(line).map(([word, replacement]) => ({ line: at + 1, word, replacement }))
        : [],
    );
}

/** Per folder (`libs/checkout`, `docs`) the offences of `files`, each as `file:line: word → replacement`. */
export function oldWordsByFolder(root, files) {
  const folders = new Map();
  for (const file of files) {
    const found = oldWordsIn(file, readFileSync(path.join(root, file), 'utf8'));
    if (!found.length) continue;
    const [top, below, ...rest] = file.split('/');
    const folder = rest.length ? `${top}/${below}` : top;
    const lines = found.map(({ line, word, replacement }) => `${file}:${line}: ${word} → ${replacement}`);
    folders.set(folder, [...(folders.get(folder) ?? []), ...lines]);
  }
  return folders;
}
