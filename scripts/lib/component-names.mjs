/** Names of the components of the API reference, from the names that the code gives to types and views. */
import path from 'node:path';
import ts from 'typescript';

/** A name is decided when all types are known: a name that several types have gets the name of its lib in front. */
export class ComponentNames {
  byType = new Map();

  constructor(root) {
    this.libs = path.join(root, 'libs') + path.sep;
  }

  /** The name of a type; null where it has none and is written in place. */
  of(type) {
    // A view may return one literal in several types, e.g. by what it spreads.
    const key = type.aliasSymbol ? type : (type.symbol ?? type);
    if (!this.byType.has(key)) this.byType.set(key, nameFor(type, this.libs));
    return this.byType.get(key);
  }

  decide() {
    const given = [...this.byType.values()].filter(Boolean);
    for (const name of given) {
      const isShared = given.some((other) => other !== name && other.short === name.short);
      name.text = isShared ? `${name.lib}${name.short}` : name.short;
    }
    const texts = given.map(({ text }) => text);
    const twice = texts.filter((text, place) => texts.indexOf(text) !== place);
    if (twice.length > 0)
      throw new Error(`Two types of one lib have the name ${[...new Set(twice)].join(', ')}`);
  }
}

function nameFor(type, libs) {
  const alias = type.aliasSymbol;
  if (alias) return type.aliasTypeArguments ? null : named(alias.name, alias.declarations[0], libs);
  const { symbol } = type;
  const declared = symbol?.declarations?.[0];
  if (!declared) return null;
  if (ts.isInterfaceDeclaration(declared) || ts.isClassDeclaration(declared)) {
    const isGeneric = declared.typeParameters !== undefined;
    return isGeneric ? null : named(symbol.name, declared, libs);
  }
  if (!ts.isObjectLiteralExpression(declared)) return null;
  const view = viewOf(declared);
  return view ? named(view, declared, libs) : null;
}

/** The name of the view function that returns this literal, and no other one. */
function viewOf(literal) {
  let node = literal.parent;
  while (ts.isParenthesizedExpression(node)) node = node.parent;
  if (!ts.isReturnStatement(node) && !(ts.isArrowFunction(node) && node.body !== undefined)) return null;
  const made = ts.findAncestor(node, ts.isFunctionLike);
  const name =
    made.name?.getText() ?? (ts.isVariableDeclaration(made.parent) ? made.parent.name.getText() : '');
  return /.View$/.test(name) && !made.typeParameters && returnsOf(made) <= 1 ? name : null;
}

function returnsOf(made) {
  let count = 0;
  const visit = (node) => {
    if (ts.isReturnStatement(node)) count++;
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(made, visit);
  return count;
}

function named(name, declared, libs) {
  const file = declared.getSourceFile().fileName;
  if (!file.startsWith(libs)) return null;
  const [lib] = file.slice(libs.length).split('/');
  const short = capital(name.replace(/(.)(View|Result)$/, '$1'));
  return { short, lib: lib.split('-').map(capital).join(''), text: short };
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
