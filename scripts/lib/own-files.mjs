/**
 * The files of a lib that a reader opens to understand one use case, without those of other use cases.
 *
 * Own are: the controller; the files that the action's method names, directly or through a service that it uses; and
 * every file that these reach by importing more than types. The walk stops at files that another action of the lib
 * names, because they belong to that action. Modules and the index only wire things up, and bookings are the part of the
 * ledger in a use case; they are not counted.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths.mjs';
import { sourcesBelow } from './source-figures.mjs';

const WIRING = /\.module\.ts$|\/index\.ts$|\.money\.ts$/;

/** Own files of the action in `controller`, e.g. `wallet/src/wallet.controller.ts` and `transfer`. */
export function ownFilesOf(controller, action, root = ROOT) {
  const start = `libs/${controller}`;
  const lib = start.split('/').slice(0, 3).join('/');
  const actions = sourcesBelow(lib, root)
    .filter((file) => file.endsWith('.controller.ts'))
    .flatMap((file) => actionsOf(file, root));
  const isIt = (entry) => entry.controller === start && entry.action === action;
  const it = actions.find(isIt);
  if (!it) throw new Error(`${controller} has no action ${action}`);
  const ofOthers = new Set(actions.filter((entry) => !isIt(entry)).flatMap(({ named }) => named));
  const own = new Set([start, ...it.named]);
  const visit = (file) => {
    for (const [target] of valueImportsOf(file, root)) {
      if (own.has(target) || ofOthers.has(target) || WIRING.test(target)) continue;
      own.add(target);
      visit(target);
    }
  };
  it.named.forEach(visit);
  return [...own].sort();
}

/** The actions of a controller, each with the files that its method names. */
function actionsOf(controller, root) {
  const declaration = classIn(parse(controller, root));
  const methods = declaration.members.filter(ts.isMethodDeclaration);
  const properties = declaration.members.find(ts.isConstructorDeclaration)?.parameters ?? [];
  const imports = [...valueImportsOf(controller, root)];
  return methods.flatMap((method) => {
    const action = actionOf(method);
    if (action === undefined) return [];
    const names = namesIn(method, [...properties, ...methods]);
    const named = imports.filter(([, imported]) => imported.some((name) => names.has(name)));
    return [{ controller, action, named: named.map(([file]) => file) }];
  });
}

/** The class of a controller; a function can make it for several hosts. */
function classIn(node) {
  return ts.isClassDeclaration(node) ? node : ts.forEachChild(node, classIn);
}

/** The first argument of a decorator such as `@PostAction('transfer', …)`. */
function actionOf(method) {
  const calls = (ts.getDecorators(method) ?? [])
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression);
  return calls.find(({ arguments: [first] }) => first && ts.isStringLiteral(first))?.arguments[0].text;
}

/** All identifiers of a method, of the other methods that it calls, and of the types of properties that it uses. */
function namesIn(method, members) {
  const names = new Set();
  const seen = new Set();
  const visit = (node) => {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isIdentifier(node)) names.add(node.text);
    if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword) {
      const member = members.find(({ name }) => name.getText() === node.name.text);
      if (member) visit(member);
    }
    ts.forEachChild(node, visit);
  };
  visit(method);
  return names;
}

/** The files that a file imports by a relative path, with the names of the values that it imports from each. */
function valueImportsOf(file, root) {
  const found = new Map();
  for (const { moduleSpecifier, importClause } of parse(file, root).statements.filter(
    ts.isImportDeclaration,
  )) {
    if (!moduleSpecifier.text.startsWith('.') || importClause?.isTypeOnly) continue;
    const target = path.posix.join(path.posix.dirname(file), moduleSpecifier.text);
    const resolved = [`${target}.ts`, `${target}/index.ts`].find((name) => existsSync(path.join(root, name)));
    const elements = importClause?.namedBindings?.elements ?? [];
    const names = elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
    if (resolved && names.length > 0) found.set(resolved, [...(found.get(resolved) ?? []), ...names]);
  }
  return found;
}

function parse(file, root) {
  const text = readFileSync(path.join(root, file), 'utf8');
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}
