import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** How one field of a DTO is normalised and checked. */
export interface FieldRule {
  name: string;
  optional: boolean;
  fault(value: unknown): string | null;
  normal?(value: unknown): unknown;
}

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
export const Compiled = (): ClassDecorator => (target) => {
  const found: FieldRule[] = [];
  for (let prototype = target.prototype as object; prototype; prototype = Object.getPrototypeOf(prototype)) {
    found.push(...(rules.get(prototype) ?? []));
  }
  const declared = found.reduce((sum, { optional }) => sum + (optional ? 2 : 1), 0);
  const registered = getMetadataStorage().getTargetValidationMetadatas(target, '', true, false).length;
  if (declared !== registered) throw new Error(`${target.name} has rules of its own: it cannot be compiled`);
  compiled.set(target, found);
};

/** The DTO of valid input. null: the class is not compiled, or class-validator has to check the input. */
export function readCompiled(metatype: Type, input: unknown): object | null {
  const fields = compiled.get(metatype);
  if (!fields || typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const given = input as Record<string, unknown>;
  const dto = new metatype() as Record<string, unknown>;
  for (const { name, optional, fault, normal } of fields) {
    if (!Object.hasOwn(given, name)) {
      if (optional) continue;
      return null;
    }
    const raw = given[name];
    // class-transformer copies objects, so only primitive values are read here.
    if (typeof raw === 'object' && raw !== null) return null;
    const value = normal ? normal(raw) : raw;
    const isLeftOut = optional && (value === null || value === undefined);
    if (!isLeftOut && fault(value) !== null) return null;
    dto[name] = value;
  }
  return dto;
}
