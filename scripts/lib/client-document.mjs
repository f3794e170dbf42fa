/** OpenAPI documents as one, by default those of merchants and people, from which types and the Node client are generated. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

export const MERCHANT_DOCUMENTS = ['checkout', 'sandbox', 'business', 'app'];
/** The order in which the client prefers hosts. */
const PREFERRED = ['business', 'app', 'checkout', 'sandbox'];
/** The option of the client for each security scheme. */
const CREDENTIALS = {
  'secret-key': 'secretKey',
  'public-key': 'publicKey',
  session: 'accessToken',
  'checkout-session': 'sessionToken',
};
const COMPONENTS = '#/components/schemas/';
/** Components that no operation refers to. */
const OF_CLIENT = ['Error', 'WebhookEvent'];
/** Keywords that change no type. */
const NOT_TYPED = new Set(['pattern', 'format', 'description', 'summary', 'example', 'examples', 'default']);

/**
 * Operations with their success responses and without headers, which the client sets. `x-hosts` of each has the hosts that
 * serve it, by credential. Strings of responses have `x-values` in place of `enum`, because later versions may add values.
 */
export function clientDocument(documents = MERCHANT_DOCUMENTS) {
  const paths = {};
  const schemas = {};
  const tags = {};
  for (const host of documents) {
    const document = JSON.parse(readFileSync(path.join(ROOT, `docs/openapi/${host}.json`), 'utf8'));
    for (const { name, description } of document.tags) tags[name] = description;
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      schemas[name] ??= schema;
      if (typeOf(schemas[name]) !== typeOf(schema))
        throw new Error(`Documents describe ${name} differently.`);
    }
    for (const [place, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations))
        addOperation(paths, { place, method, host, operation });
  }
  delete schemas.WebhookEvent?.discriminator;
  const responses = operationsOf({ paths }).map(({ operation }) => operation.responses);
  const ofClient = OF_CLIENT.filter((name) => schemas[name]);
  const answered = referredFrom([responses, ...ofClient.map((name) => schemas[name])], schemas);
  for (const part of [responses, ...[...answered, ...ofClient].map((name) => schemas[name])]) openEnums(part);
  const used = [
    ...referredFrom([paths, ...ofClient.map((name) => schemas[name])], schemas),
    ...ofClient,
  ].sort();
  return {
    openapi: '3.1.0',
    info: { title: 'Node client', version: 'current' },
    paths,
    'x-tags': tags,
    components: { schemas: Object.fromEntries(used.map((name) => [name, schemas[name]])) },
  };
}

/** Every operation of the document with its place. */
export const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([place, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ place, method, operation })),
  );

/** Hosts that serve one operation alike are listed in it. What people do on the app host otherwise is another operation. */
function addOperation(paths, { place, method, host, operation: described }) {
  const { security, parameters = [], responses, requestBody, ...operation } = described;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const added = {
    ...operation,
    ...(query.length > 0 && { parameters: query }),
    ...(requestBody && { requestBody: withoutExamples(requestBody) }),
    responses: Object.fromEntries(
      Object.entries(responses).flatMap(([status, response]) =>
        /^2\d\d$/.test(status) ? [[status, withoutExamples(response)]] : [],
      ),
    ),
    'x-hosts': {},
  };
  const same = paths[place]?.[method];
  const isOwn = same !== undefined && typeOf(same) !== typeOf({ ...added, 'x-hosts': same['x-hosts'] });
  if (isOwn && host !== 'app') throw new Error(`Documents describe ${added.operationId} differently.`);
  const key = isOwn ? `${place}#own` : place;
  const target = ((paths[key] ??= {})[method] ??= added);
  if (isOwn) target.operationId += 'Own';
  const credentials = security.flatMap((scheme) => Object.keys(scheme)).map((scheme) => CREDENTIALS[scheme]);
  for (const credential of credentials.length > 0 ? credentials : ['none'])
    target['x-hosts'][credential] = [...(target['x-hosts'][credential] ?? []), host].sort(
      (one, other) => PREFERRED.indexOf(one) - PREFERRED.indexOf(other),
    );
}

/** The types would repeat the example of a whole body in a comment. */
function withoutExamples({ content, ...rest }) {
  if (!content) return rest;
  const schemas = Object.entries(content).map(([type, { schema }]) => [type, { schema }]);
  return { ...rest, content: Object.fromEntries(schemas) };
}

/** A text that is the same for values which have the same types. */
const typeOf = (value) => JSON.stringify(value, (key, inner) => (NOT_TYPED.has(key) ? undefined : inner));

/** The names of the components that the parts refer to, also through each other. */
function referredFrom(parts, schemas) {
  const found = new Set();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const name = typeof value.$ref === 'string' ? value.$ref.slice(COMPONENTS.length) : undefined;
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(parts);
  return [...found];
}

function openEnums(schema) {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema.enum) && schema.type?.includes('string')) {
    schema['x-values'] = schema.enum.filter((value) => value !== null);
    delete schema.enum;
  }
  Object.values(schema).forEach(openEnums);
}
