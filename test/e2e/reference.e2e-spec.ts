import type { Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants';
import { type Platform, startPlatform } from '../support/platform';

/** Where Nest's swagger keeps what `@ApiProperty` says; the package exports neither name. */
const FIELD_NAMES = 'swagger/apiModelPropertiesArray';
const FIELD = 'swagger/apiModelProperties';

const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
type Host = (typeof HOSTS)[number];

interface Document {
  paths: Record<
    string,
    { post?: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
  >;
  components: { schemas: Record<string, { required?: string[] }> };
}

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

/** What the classes of this host's handlers take, and whatever they hold. */
function dtosOf(host: Host): Set<Type> {
  const found = new Set<Type>();
  const take = (type: unknown): void => {
    if (typeof type !== 'function' || found.has(type as Type) || fieldsOf(type as Type).length === 0) return;
    found.add(type as Type);
    for (const { type: held } of fieldsOf(type as Type)) for (const one of typesOf(held)) take(one);
  };
  for (const { controllers } of platform.inside(host, ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      const prototype = (metatype as Type).prototype as object;
      for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
        const taken = Reflect.getMetadata(PARAMTYPES_METADATA, prototype, name) as unknown[] | undefined;
        for (const type of taken ?? []) take(type);
      }
    }
  }
  return found;
}

function fieldsOf(type: Type): { name: string; type: unknown }[] {
  if (typeof type.prototype !== 'object') return [];
  const prototype = type.prototype as object;
  const names = (Reflect.getMetadata(FIELD_NAMES, prototype) ?? []) as string[];
  return names.map((listed) => {
    const name = listed.replace(/^:/, '');
    return { name, type: (Reflect.getMetadata(FIELD, prototype, name) as { type: unknown }).type };
  });
}

/** A class, a list of one, or a function that gives either. */
function typesOf(type: unknown): unknown[] {
  if (Array.isArray(type)) return type;
  return typeof type === 'function' && !type.prototype ? typesOf((type as () => unknown)()) : [type];
}

describe('The reference', () => {
  it.each(HOSTS)('of the %s host has a name for each class of fields: one hides the other', (host) => {
    const names = [...dtosOf(host)].map(({ name }) => name).sort();
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name, place) => name === names[place + 1])).toEqual([]);
  });

  it('knows what is nested, also in lists', () => {
    const names = [...dtosOf('business')].map(({ name }) => name);
    for (const name of ['CardDto', 'PayrollRow']) expect(names).toContain(name);
  });

  it.each([
    ['section=unapplied&action=settle', ['id', 'refund_id', 'reason']],
    ['section=ledger&action=clear-fault', ['fault_id', 'reason']],
  ])('shows the fields that admin.php?%s takes', async (query, fields) => {
    const answer = await fetch(`${platform.urls.business}/docs/openapi.json`);
    const { paths, components } = (await answer.json()) as Document;
    const { schema } = paths[`/api/admin.php?${query}`]!.post!.requestBody.content['application/json']!;
    expect(components.schemas[schema.$ref.split('/').pop()!]!.required).toEqual(fields);
  });
});
