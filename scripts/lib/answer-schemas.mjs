/**
 * Reads from the types of the code what each action answers: JSON Schema (2020-12) of the view that its controller's method
 * returns. Commands keep the type of their view in `Answer<V>`.
 */
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths.mjs';
import { ComponentNames } from './component-names.mjs';

export const ANSWERS_FILE = 'libs/http/src/openapi/answers.json';

/** Properties whose content the code does not determine: any JSON. `*` is any component. At most ten. */
const OPEN = [
  '*.metadata',
  '*.body', // of a held action
  '*.result', // of a held action
  '*.before', // of an audit entry
  '*.after',
  'Notification.data',
  'FeedEvent.data',
  'StoryEntry.detail', // by its kind
  'EventsController.detail.data',
  'SandboxEventsController.detail.data',
];

const ACTIONS = new Set(['GetAction', 'PostAction', 'DeleteAction']);
const { TypeFlags, SymbolFlags } = ts;

/** Returns the text of answers.json, and a line for each action or property without a schema. */
export function readAnswers(root = ROOT) {
  const { program, checker } = load(root);
  const extractor = new Extractor(checker, new ComponentNames(root));
  const libs = path.join(root, 'libs') + path.sep;
  const operations = {};
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.startsWith(libs) || !file.fileName.endsWith('.controller.ts')) continue;
    for (const [key, method] of actionsIn(file)) {
      if (operations[key]) extractor.fault(key, 'is a method of two controllers of one name');
      operations[key] = extractor.answerOf(key, method);
    }
  }
  const answers = { operations: sorted(operations), schemas: sorted(extractor.components()) };
  return { text: `${JSON.stringify(extractor.named(answers), null, 1)}\n`, faults: extractor.faults };
}

function load(root) {
  const configFile = path.join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { ...config, include: ['apps', 'libs'], exclude: [...(config.exclude ?? []), '**/*.spec.ts'] },
    ts.sys,
    root,
  );
  const program = ts.createProgram(fileNames, options);
  return { program, checker: program.getTypeChecker() };
}

/** The methods of a file that serve an action of the API reference, by `<ControllerClass>.<method>`. */
function* actionsIn(file) {
  const classes = [];
  const visit = (node) => {
    if (ts.isClassDeclaration(node)) classes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const declared of classes) {
    for (const method of declared.members.filter(ts.isMethodDeclaration)) {
      const calls = (ts.getDecorators(method) ?? [])
        .map(({ expression }) => expression)
        .filter(ts.isCallExpression);
      const action = calls.find((call) => ACTIONS.has(call.expression.getText()));
      if (action && !isHidden(action)) yield [`${declared.name.text}.${method.name.getText()}`, method];
    }
  }
}

/** Whether the policy beside the action says so; hidden actions are not in the API reference. */
function isHidden({ arguments: [, policy] }) {
  return (
    ts.isObjectLiteralExpression(policy) && policy.properties.some(({ name }) => name?.getText() === 'hidden')
  );
}

class Extractor {
  faults = [];
  /** Schemas of named types, and those whose schema is being made. */
  schemas = new Map();

  constructor(checker, names) {
    this.checker = checker;
    this.names = names;
  }

  answerOf(key, method) {
    const signature = this.checker.getSignatureFromDeclaration(method);
    const returned = this.checker.getReturnTypeOfSignature(signature);
    const types = this.unwrapped(this.checker.getAwaitedType(returned) ?? returned);
    if (types.length === 0) return this.fault(key, 'answers nothing');
    if (types.some((type) => nameOf(type) === 'StreamableFile')) return { kind: 'file' };
    if (types.every((type) => type.flags & (TypeFlags.Void | TypeFlags.Undefined))) return { kind: 'empty' };
    const [type] = types;
    if (types.length === 1 && nameOf(type) === 'Page') {
      const [item, extra] = this.checker.getTypeArguments(type);
      const more = isOpen(extra) ? undefined : this.schemaOf(extra, `${key}.extra`);
      return { kind: 'page', schema: this.schemaOf(item, `${key}[]`), ...(more && { extra: more }) };
    }
    if (types.length === 1 && this.checker.isArrayType(type))
      return { kind: 'list', schema: this.schemaOf(this.checker.getTypeArguments(type)[0], `${key}[]`) };
    return { kind: 'view', schema: this.unionOf(types, key) };
  }

  /** What the method answers, without promises and `Answer`; nothing where it only throws. */
  unwrapped(type) {
    return members(type).flatMap((member) => {
      if (member.flags & TypeFlags.Never) return [];
      return nameOf(member) === 'Answer'
        ? this.unwrapped(this.checker.getTypeArguments(member)[0])
        : [member];
    });
  }

  schemaOf(type, place) {
    const { flags } = type;
    if (isOpen(type)) return this.open(place);
    if (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) return literal([type.value]);
    if (flags & TypeFlags.BooleanLiteral) return literal([type.intrinsicName === 'true']);
    if (flags & TypeFlags.StringLike) return { type: 'string' };
    if (flags & TypeFlags.NumberLike) return { type: 'number' };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (type.isUnion()) return this.unionOf(type.types, place, type);
    if (flags & TypeFlags.TypeParameter)
      return this.schemaOf(this.checker.getBaseConstraintOfType(type) ?? type, place);
    if (type.isIntersection() && type.types.some((one) => one.flags & TypeFlags.StringLike))
      return { type: 'string' };
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return this.objectOrName(type, place);
    return this.fault(place, `has the type ${this.checker.typeToString(type)}, which is no JSON`);
  }

  unionOf(types, place, union) {
    const named = union && this.names.of(union);
    if (named) return this.component(named, union, () => this.membersOf(types, place));
    return this.membersOf(types, place);
  }

  membersOf(types, place) {
    const present = types.filter(({ flags }) => !(flags & (TypeFlags.Undefined | TypeFlags.Void)));
    const literals = present.filter(
      ({ flags }) => flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.EnumLiteral),
    );
    const booleans = present.filter(({ flags }) => flags & TypeFlags.BooleanLiteral);
    const rest = present.filter((type) => !literals.includes(type) && !booleans.includes(type));
    const objects = groupedBy(rest, madeBy);
    const schemas = [
      ...(literals.length > 0 ? [literal(literals.map(({ value }) => value).sort())] : []),
      ...(booleans.length === 2 ? [{ type: 'boolean' }] : booleans.map((type) => this.schemaOf(type, place))),
      ...[...objects.values()].map((types) =>
        types.length === 1 ? this.schemaOf(types[0], place) : this.formsOf(types, place),
      ),
    ];
    return merged(schemas);
  }

  /** One object for the forms that one literal takes: what only some of them have is not required. */
  formsOf(types, place) {
    const name = this.names.of(types[0]);
    return name
      ? this.component(name, types[0], () => this.formOf(types, name.text))
      : this.formOf(types, place);
  }

  formOf(types, place) {
    const forms = types.map((type) => this.objectOf(type, place));
    const required = forms[0].required?.filter((field) =>
      forms.every((form) => form.required?.includes(field)),
    );
    const fields = [...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))];
    const properties = fields.map((field) => [
      field,
      merged(forms.flatMap(({ properties: { [field]: schema } = {} }) => schema ?? [])),
    ]);
    return {
      type: 'object',
      ...(required?.length > 0 && { required }),
      properties: Object.fromEntries(properties),
    };
  }

  objectOrName(type, place) {
    if (nameOf(type) === 'Date') return { type: 'string', format: 'date-time' };
    if (this.checker.isArrayType(type))
      return { type: 'array', items: this.schemaOf(this.checker.getTypeArguments(type)[0], `${place}[]`) };
    if (this.checker.isTupleType(type)) return this.tupleOf(type, place);
    const toJson = type.getProperty('toJSON');
    if (toJson) return this.schemaOf(this.resultOf(toJson), place);
    if (type.getCallSignatures().length > 0) return this.fault(place, 'is a function');
    const name = this.names.of(type);
    return name
      ? this.component(name, type, () => this.objectOf(type, name.text))
      : this.objectOf(type, place);
  }

  /** A reference to the schema of a named type. The name itself is decided when all types are known. */
  component(name, type, make) {
    const key = madeBy(type);
    if (!this.schemas.has(key)) {
      const entry = { name, schema: null };
      this.schemas.set(key, entry);
      entry.schema = make();
    }
    return { $ref: name };
  }

  tupleOf(type, place) {
    const items = this.checker
      .getTypeArguments(type)
      .map((item, index) => this.schemaOf(item, `${place}[${index}]`));
    return { type: 'array', prefixItems: items, minItems: type.target.minLength, maxItems: items.length };
  }

  objectOf(type, place) {
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index && isOpen(index)) return this.open(place);
    const properties = this.checker.getPropertiesOfType(type).filter((property) => isOwn(property));
    if (properties.length === 0 && !index && !isLiteral(type)) return this.open(place);
    const required = [];
    const entries = properties.flatMap((property) => {
      const of = this.checker.getTypeOfSymbol(property);
      if (members(of).every(({ flags }) => flags & (TypeFlags.Undefined | TypeFlags.Never))) return [];
      const isOptional =
        property.flags & SymbolFlags.Optional || members(of).some(({ flags }) => flags & TypeFlags.Undefined);
      if (!isOptional) required.push(property.name);
      return [[property.name, this.schemaOf(of, `${place}.${property.name}`)]];
    });
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
      ...(index && { additionalProperties: this.schemaOf(index, `${place}.*`) }),
    };
  }

  resultOf(method) {
    const [signature] = this.checker.getSignaturesOfType(
      this.checker.getTypeOfSymbol(method),
      ts.SignatureKind.Call,
    );
    return this.checker.getReturnTypeOfSignature(signature);
  }

  open(place) {
    const isAllowed = OPEN.some((allowed) =>
      allowed.startsWith('*') ? place.endsWith(allowed.slice(1)) : place === allowed,
    );
    return isAllowed
      ? { type: 'object', additionalProperties: true }
      : this.fault(place, 'has a type without fields');
  }

  fault(place, what) {
    this.faults.push(`${place} ${what}`);
    return {};
  }

  components() {
    this.names.decide();
    return Object.fromEntries([...this.schemas.values()].map(({ name, schema }) => [name.text, schema]));
  }

  /** The same with the names of components in their references. */
  named(value) {
    return JSON.parse(
      JSON.stringify(value, (key, one) => (key === '$ref' ? `#/components/schemas/${one.text}` : one)),
    );
  }
}

const isLiteral = (type) => {
  const declared = type.symbol?.declarations?.[0];
  return declared !== undefined && ts.isObjectLiteralExpression(declared);
};
/** The literal of an object that is written as one, else the type. */
const madeBy = (type) => (isLiteral(type) ? type.symbol : type);
const members = (type) => (type.isUnion() ? type.types : [type]);
const nameOf = (type) => type.symbol?.name;

const isOpen = ({ flags }) => (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) !== 0;

/** Whether JSON has the property: methods and accessors are in the prototype. */
function isOwn({ flags }) {
  return !(flags & (SymbolFlags.Method | SymbolFlags.Accessor));
}

function literal(values) {
  const type = [...new Set(values.map((value) => typeof value))];
  return {
    type: type.length === 1 ? type[0] : type,
    ...(values.length === 1 ? { const: values[0] } : { enum: values }),
  };
}

/** One schema for the members of a union: null joins the others as 3.1 writes it. */
function merged(schemas) {
  const isNull = ({ type, ...more }) => type === 'null' && Object.keys(more).length === 0;
  const others = distinct(schemas.filter((schema) => !isNull(schema)));
  const isNullable = others.length < distinct(schemas).length;
  if (others.length === 0) return { type: 'null' };
  if (!isNullable) return others.length === 1 ? others[0] : { anyOf: others };
  const [only] = others;
  if (others.length > 1 || typeof only.type !== 'string') return { anyOf: [...others, { type: 'null' }] };
  const { const: value, enum: values = value === undefined ? undefined : [value], ...rest } = only;
  return { ...rest, type: [only.type, 'null'], ...(values && { enum: [...values, null] }) };
}

function distinct(schemas) {
  const byText = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  return [...byText.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, schema]) => schema);
}

const sorted = (entries) =>
  Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));

/** As `Map.groupBy`, which Node has since version 21. */
function groupedBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
