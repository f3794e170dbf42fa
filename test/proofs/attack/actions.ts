import type { OpenAPIObject } from '@nestjs/swagger';
import { ActionRegistry, type Route } from '../../../libs/http/src/wire/action-registry';
import { publicPath } from '../../../libs/http/src/wire/wire-path';
import { wholeReference } from '../../support/api-reference';
import type { Platform } from '../../support/platform';

export const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
export type Host = (typeof HOSTS)[number];

/** The part of JSON Schema that the API reference uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface Field {
  name: string;
  in: 'query' | 'body';
  required: boolean;
  schema: Schema;
}

/** One action of one host, as the registry and the API reference of the host describe it. */
export interface Action {
  host: Host;
  method: string;
  /** Inner path, e.g. `/api/wallet.php/transfer`. */
  path: string;
  /** Public path with its query, e.g. `/api/wallet.php?action=transfer`. */
  url: string;
  policy: Route['policy'];
  fields: Field[];
}

/** Reads the routes of every host. Hidden ones have no fields, because the API reference leaves them out. */
export async function readActions(platform: Platform): Promise<Action[]> {
  const actions: Action[] = [];
  for (const host of HOSTS) {
    const reference = await wholeReference(host, platform.urls[host]);
    for (const { method, path, policy } of platform.inside(host, ActionRegistry).routes) {
      const url = publicPath(path);
      const operation = operationOf(reference, path, method);
      if (!operation && !policy.hidden)
        throw new Error(`${method} ${path} is not in the reference of ${host}`);
      actions.push({ host, method, path, url, policy, fields: fieldsOf(operation, reference) });
    }
  }
  return actions;
}

/** The schema that a reference points to. */
export function resolved(schema: Schema, reference: OpenAPIObject): Schema {
  if (!schema.$ref) return schema;
  return reference.components!.schemas![schema.$ref.split('/').at(-1)!] as Schema;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

function operationOf(reference: OpenAPIObject, path: string, method: string): Operation | undefined {
  const item = reference.paths[path] as Record<string, Operation> | undefined;
  return item?.[method.toLowerCase()];
}

function fieldsOf(operation: Operation | undefined, reference: OpenAPIObject): Field[] {
  const query = (operation?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false, schema = {} }) => ({ name, in: 'query' as const, required, schema }));
  const body = operation?.requestBody?.content?.['application/json']?.schema;
  if (!body) return query;
  const { properties = {}, required = [] } = expanded(body, reference);
  return [
    ...query,
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'body' as const,
      required: required.includes(name),
      schema,
    })),
  ];
}

/** The schema with every reference in it resolved. */
function expanded(schema: Schema, reference: OpenAPIObject): Schema {
  const whole = resolved(schema, reference);
  const result: Schema = { ...whole };
  if (whole.items) result.items = expanded(whole.items, reference);
  for (const list of ['oneOf', 'anyOf', 'allOf'] as const) {
    const parts = whole[list];
    if (parts) result[list] = parts.map((part) => expanded(part, reference));
  }
  if (result.allOf) return merged(result);
  if (whole.properties) {
    result.properties = Object.fromEntries(
      Object.entries(whole.properties).map(([name, part]) => [name, expanded(part, reference)]),
    );
  }
  return result;
}

/** One schema for a schema and all that its `allOf` lists. */
function merged({ allOf = [], ...schema }: Schema): Schema {
  return [schema, ...allOf].reduce<Schema>(
    (whole, part) => ({
      ...whole,
      ...part,
      properties: { ...whole.properties, ...part.properties },
      required: [...(whole.required ?? []), ...(part.required ?? [])],
    }),
    {},
  );
}
