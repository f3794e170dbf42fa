import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** How one field of a DTO is read and refused. */
export interface FieldRule {
  name: string;
  optional: boolean;
  fault(value: unknown): string | null;
  normal?(value: unknown): unknown;
}

const rules = new WeakMap<object, FieldRule[]>();
const compiled = new WeakMap<object, FieldRule[]>();

/** Keeps what a field's decorator declares. */
export function addRule(prototype: object, rule: FieldRule): void {
  rules.set(prototype, [...(rules.get(prototype) ?? []), rule]);
}

/**
 * For DTOs of hot actions. Input that passes is read by the fields' rules alone; what does not pass at once is left
 * to class-validator, which names the faults. Every field has to be declared by one decorator of this folder.
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

/** The DTO, where its class is compiled and everything in `input` passes; null where class-validator has to look. */
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
    // Class-transformer copies objects; only plain values are taken as they are.
    if (typeof raw === 'object' && raw !== null) return null;
    const value = normal ? normal(raw) : raw;
    const isLeftOut = optional && (value === null || value === undefined);
    if (!isLeftOut && fault(value) !== null) return null;
    dto[name] = value;
  }
  return dto;
}
