import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** How one field of a DTO is normalised and checked. */
interface ValueRule {
  name: string;
  optional: boolean;
  fault(value: unknown): string | null;
  normal?(value: unknown): unknown;
}

/** A field that is an object with fields of its own. */
interface ObjectRule {
  name: string;
  optional: boolean;
  nested: Type<object>;
}

type FieldRule = ValueRule | ObjectRule;

const rules = new WeakMap<object, FieldRule[]>();
const compiled = new WeakMap<object, FieldRule[]>();

/** Records the rule that a field's decorator declares. */
export function addRule(prototype: object, rule: FieldRule): void {
  rules.set(prototype, [...(rules.get(prototype) ?? []), rule]);
}

/**
 * Speeds up the DTO of a hot action: valid input is read by the fields' rules alone, other input goes to
 * class-validator, which names the errors. Throws where a field has rules other than those of this folder's decorators.
 */
export const Compiled = (): ClassDecorator => (target) => compile(target as unknown as Type);

function compile(target: Type): void {
  const found: FieldRule[] = [];
  for (let prototype = target.prototype as object; prototype; prototype = Object.getPrototypeOf(prototype)) {
    found.push(...(rules.get(prototype) ?? []));
  }
  const declared = found.reduce((sum, rule) => sum + ('nested' in rule ? 2 : 1) + (rule.optional ? 1 : 0), 0);
  const registered = getMetadataStorage().getTargetValidationMetadatas(target, '', true, false).length;
  if (declared !== registered) throw new Error(`${target.name} has rules of its own: it cannot be compiled`);
  for (const rule of found) if ('nested' in rule) compile(rule.nested);
  compiled.set(target, found);
}

/** The DTO of valid input. null: the class is not compiled, or class-validator has to check the input. */
export function readCompiled(metatype: Type, input: unknown): object | null {
  const fields = compiled.get(metatype);
  if (!fields || !isObject(input)) return null;
  const given = input as Record<string, unknown>;
  const dto = new metatype() as Record<string, unknown>;
  for (const rule of fields) {
    const { name, optional } = rule;
    if (!Object.hasOwn(given, name)) {
      if (optional) continue;
      return null;
    }
    const raw = given[name];
    if ('nested' in rule) {
      const object = readCompiled(rule.nested, raw);
      if (!object) return null;
      dto[name] = object;
      continue;
    }
    const { fault, normal } = rule;
    // class-transformer copies objects, so only primitive values are read here.
    if (isObject(raw) || Array.isArray(raw)) return null;
    const value = normal ? normal(raw) : raw;
    const isLeftOut = optional && (value === null || value === undefined);
    if (!isLeftOut && fault(value) !== null) return null;
    dto[name] = value;
  }
  return dto;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
