/** JSON Schema as OpenAPI 3.1 has it (draft 2020-12). */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
}

const COMPONENTS = '#/components/schemas/';

export const refTo = (name: string): Schema => ({ $ref: `${COMPONENTS}${name}` });

/** The same value with every `nullable` of OpenAPI 3.0 written as 3.1 has it. Enums get the type of their values. */
export function withoutNullable<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNullable) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutNullable(inner)]);
  const { nullable, ...schema } = Object.fromEntries(entries) as Schema;
  if (Array.isArray(schema.enum)) schema.type ??= typeof schema.enum[0];
  return (nullable === true ? orNull(schema) : schema) as T;
}

function orNull(schema: Schema): Schema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

/** The components that the parts of a document refer to, also through each other, in the order of their names. */
export function referredFrom(parts: unknown, components: Record<string, Schema>): Record<string, Schema> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref: reference } = value as Schema;
    const name = typeof reference === 'string' ? reference.slice(COMPONENTS.length) : undefined;
    if (name !== undefined && !found.has(name)) {
      const component = components[name];
      if (!component) throw new Error(`The API reference has no component ${name}.`);
      found.add(name);
      visit(component);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(parts);
  return Object.fromEntries([...found].sort().map((name) => [name, components[name]!]));
}

/** Components of several sources. Throws where two of them have one name and differ. */
export function combined(...sources: Record<string, Schema>[]): Record<string, Schema> {
  const all: Record<string, Schema> = {};
  for (const [name, schema] of sources.flatMap((source) => Object.entries(source))) {
    if (all[name] && JSON.stringify(all[name]) !== JSON.stringify(schema))
      throw new Error(`Two components of the API reference have the name ${name}.`);
    all[name] = schema;
  }
  return all;
}

/** In an order that does not depend on that of the modules. */
export function byName<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}
