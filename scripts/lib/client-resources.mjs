/** Writes `resources.ts` of the Node client: a method for each operation, and the rows from which it is made at run time. */
import { operationsOf } from './client-document.mjs';

const HEAD = `/* Written by \`npm run docs:api\` from docs/openapi. */
import type { List } from '../list.js';
import { type Access, type Call, type IdempotentOptions, type RequestOptions, resource, type Rows } from '../resource.js';
import type { components, operations } from './types.js';

/** Every schema of the API by name, such as \`Schemas['Session']\`. Responses of later versions may have further fields. */
export type Schemas = components['schemas'];
/** The codes of errors. Later versions may add codes. */
export type ErrorCode = Schemas['Error']['error_code'];

type Query<K extends keyof operations> = NonNullable<operations[K]['parameters']['query']>;
type Content<T> = T extends { content: { 'application/json': infer C } } ? C : never;
type Body<K extends keyof operations> = Content<operations[K]['requestBody']>;
type Answer<K extends keyof operations> = Content<operations[K]['responses'][keyof operations[K]['responses']]>;
type PageOf<K extends keyof operations> = Answer<K> extends { data: infer P extends { data: unknown[] } } ? P : Answer<K> extends { data: unknown[]; next_cursor: string | null } ? Answer<K> : never;
`;

const PLACE = /^\/api\/([a-z0-9-]+)\.php(?:\/([a-z0-9-]+))?(?:\/([a-z0-9-]+))?(?:#own)?$/;

export function clientResources(document) {
  const accesses = [];
  const resources = new Map();
  for (const described of operationsOf(document).map((one) => methodOf(one, document, accesses))) {
    const { file, section } = described;
    const name = section ? `${file}/${section}` : file;
    if (!resources.has(name)) resources.set(name, { file, section, tag: described.tag, methods: [] });
    resources.get(name).methods.push(described);
  }
  const sorted = [...resources.values()].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return [
    HEAD,
    accessesText(accesses),
    ...sorted.map(interfaceText),
    ...sorted.map(rowsText),
    classText(sorted),
  ].join('\n');
}

const nameOf = ({ file, section }) => camel(`${file}-${section ?? ''}`);
const typeName = (one) => `${nameOf(one)[0].toUpperCase()}${nameOf(one).slice(1)}Resource`;

function camel(text) {
  const words = text.split('-').filter(Boolean);
  return words.map((word, place) => (place === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
}

/** `sessions.php/create` is the action `create` of `sessions`; `business.php/apps/list` the action `list` of `business.apps`. */
function methodOf({ place, method, operation }, document, accesses) {
  const [, file, first, second] = PLACE.exec(place);
  const section = second ? first : undefined;
  const action = second ?? first ?? '';
  const { operationId, 'x-hosts': hosts } = operation;
  const name = methodName(operationId.slice(nameOf({ file, section }).length));
  const access = JSON.stringify(hosts);
  if (!accesses.includes(access)) accesses.push(access);
  return {
    file,
    section,
    tag: document['x-tags'][operation.tags[0]],
    name,
    row: [
      `'${kindOf(method, operation)}'`,
      `A${accesses.indexOf(access)}`,
      ...(kebab(name) === action ? [] : [`'${action}'`]),
    ],
    doc: docOf(operation),
    signature: signatureOf(name, method, operation, document),
  };
}

/** A name in JavaScript begins with no digit. */
function methodName(rest) {
  const name = rest.replace(/^2fa/, 'TwoFactor');
  return name[0].toLowerCase() + name.slice(1);
}

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function kindOf(method, operation) {
  if (operation['x-idempotent']) return 'idempotent';
  if (isPaged(operation)) return 'paged';
  return isJson(operation) ? method : 'file';
}

const isPaged = ({ parameters = [] }) => parameters.some(({ name }) => name === 'cursor');

const isJson = ({ responses }) => {
  const types = Object.keys(Object.values(responses)[0].content);
  return types.length === 1 && types[0] === 'application/json';
};

function docOf({ summary, description = '' }) {
  const rest = description.replace(/^On the wire also `[^`]*`\. ?/, '');
  return `/** ${[summary.replace(/\.$/, '').replaceAll('*/', '*\\/'), rest].filter(Boolean).join('. ')}${rest ? '' : '.'} */`;
}

function signatureOf(name, method, operation, document) {
  const { operationId: id } = operation;
  const { type, isRequired } = inputOf(method, operation, document);
  const options = operation['x-idempotent'] ? 'IdempotentOptions' : 'RequestOptions';
  const input = type && `${method === 'get' ? 'query' : 'body'}${isRequired ? '' : '?'}: ${type}, `;
  const parameters = `${input ?? 'input?: undefined, '}options?: ${options}`;
  if (isPaged(operation)) return `${name}(${parameters}): List<PageOf<'${id}'>>;`;
  return `${name}(${parameters}): Promise<${isJson(operation) ? `Answer<'${id}'>` : 'Uint8Array'}>;`;
}

function inputOf(method, { operationId, parameters = [], requestBody }, document) {
  if (method === 'get') {
    if (parameters.length === 0) return {};
    return { type: `Query<'${operationId}'>`, isRequired: parameters.some(({ required }) => required) };
  }
  if (!requestBody) return {};
  const schema = requestBody.content['application/json']?.schema;
  return schema
    ? { type: `Body<'${operationId}'>`, isRequired: hasRequired(schema, document) }
    : { type: 'FormData', isRequired: true };
}

function hasRequired({ $ref: reference, allOf = [], required = [] }, document) {
  const target = reference && document.components.schemas[reference.split('/').pop()];
  return required.length > 0 || [target, ...allOf].some((schema) => schema && hasRequired(schema, document));
}

function accessesText(accesses) {
  const rows = accesses.map((access, place) => {
    const hosts = Object.entries(JSON.parse(access)).map(([name, all]) => `${name}: ['${all.join("', '")}']`);
    return `const A${place}: Access = { ${hosts.join(', ')} };`;
  });
  return [
    '/* Credentials of operations, and the hosts that take them, preferred ones first. */',
    ...rows,
    '',
  ].join('\n');
}

const interfaceText = (one) =>
  [
    `/** ${one.tag} */`,
    `export interface ${typeName(one)} {`,
    ...one.methods.flatMap(({ doc, signature }) => [`  ${doc}`, `  ${signature}`]),
    '}\n',
  ].join('\n');

const rowsName = (one) =>
  `${one.file}-${one.section ?? ''}`.replace(/-$/, '').replaceAll('-', '_').toUpperCase();

const rowsText = (one) =>
  [
    `const ${rowsName(one)}: Rows<${typeName(one)}> = {`,
    ...one.methods.map(({ name, row }) => `  ${name}: [${row.join(', ')}],`),
    '};\n',
  ].join('\n');

function classText(resources) {
  const files = [...new Set(resources.map(({ file }) => file))];
  const members = files.map((file) =>
    memberOf(
      file,
      resources.filter((one) => one.file === file),
    ),
  );
  return [
    '/** The resources of the API. */',
    'export class Resources {',
    ...members.map(({ declaration }) => `  ${declaration}`),
    '',
    '  constructor(call: Call) {',
    ...members.map(({ assignment }) => `    ${assignment}`),
    '  }',
    '}\n',
  ].join('\n');
}

/** A file is a resource, and so is each section of it. */
function memberOf(file, resources) {
  const sections = resources.filter(({ section }) => section);
  const whole = resources.find(({ section }) => !section);
  const field = camel(file);
  if (whole)
    return {
      declaration: `readonly ${field}: ${typeName(whole)};`,
      assignment: `this.${field} = ${madeText(whole)};`,
    };
  const types = sections.map((one) => `readonly ${camel(one.section)}: ${typeName(one)}`);
  const made = sections.map((one) => `      ${camel(one.section)}: ${madeText(one)},`);
  return {
    declaration: `readonly ${field}: { ${types.join('; ')} };`,
    assignment: `this.${field} = {\n${made.join('\n')}\n    };`,
  };
}

function madeText(one) {
  const place = one.section ? `${one.file}.php/${one.section}` : `${one.file}.php`;
  return `resource(call, '${place}', ${rowsName(one)})`;
}
