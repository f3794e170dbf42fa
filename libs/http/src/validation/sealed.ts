import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** Hides a value from code that walks through objects. */
export class Sealed {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  open(): unknown {
    return this.#value;
  }
}

const fields = new WeakMap<object, string[]>();

/** Marks a field that passes Nest's pipe unchanged, because the pipe drops keys such as "constructor" from objects. */
export const KeptAsGiven: PropertyDecorator = (prototype, name) => {
  fields.set(prototype, [...(fields.get(prototype) ?? []), String(name)]);
};

const declared = new WeakMap<Type, string[]>();

/** Names of the fields of a class that have validation rules. */
export function fieldsOf(type: Type): string[] {
  let names = declared.get(type);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
    names = [...new Set(rules.map(({ propertyName }) => propertyName))];
    declared.set(type, names);
  }
  return names;
}

/**
 * Copies only the declared fields of `input`, because class-transformer takes quadratic time in the number of fields.
 * Fields marked `KeptAsGiven` are sealed; their `@Transform` opens them again.
 */
export function declaredFields(type: Type, input: unknown): unknown {
  const names = fieldsOf(type);
  if (names.length === 0 || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const kept = fields.get(type.prototype as object) ?? [];
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(input, name)) continue;
    const value = (input as Record<string, unknown>)[name];
    copy[name] = kept.includes(name) ? new Sealed(value) : value;
  }
  return copy;
}
