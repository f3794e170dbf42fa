import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { App, Platform } from './platform';

/** Where Nest's swagger keeps what `@ApiProperty` says; the package exports neither name. */
const FIELD_NAMES = 'swagger/apiModelPropertiesArray';
const FIELD = 'swagger/apiModelProperties';

/** What the API reference says of a field. */
export interface FieldDescription {
  name: string;
  /** A class, a list of one, a function that gives either, or a name of JSON Schema. */
  type?: unknown;
  format?: string;
  pattern?: string;
  enum?: unknown;
  oneOf?: { pattern?: string }[];
}

/** The classes that the handlers of a host take, and those that they contain. */
export function dtosOf(platform: Platform, host: App): Set<Type> {
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

export function fieldsOf(type: Type): FieldDescription[] {
  if (typeof type.prototype !== 'object') return [];
  const prototype = type.prototype as object;
  const names = (Reflect.getMetadata(FIELD_NAMES, prototype) ?? []) as string[];
  return names.map((listed) => {
    const name = listed.replace(/^:/, '');
    return { ...(Reflect.getMetadata(FIELD, prototype, name) as FieldDescription), name };
  });
}

/** A class, a list of one, or a function that gives either. */
function typesOf(type: unknown): unknown[] {
  if (Array.isArray(type)) return type;
  return typeof type === 'function' && !type.prototype ? typesOf((type as () => unknown)()) : [type];
}
