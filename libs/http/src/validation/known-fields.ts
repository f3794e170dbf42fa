import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { fieldsOf } from './sealed';

/** Fields of an object by name, with the fields of the objects that they hold. null: the contents may be anything. */
export type KnownFields = Map<string, KnownFields | null>;

const HELD_OBJECTS = 'held objects';

/** Declares the class of the objects in a field. */
export const HoldsObjectsOf = (type: Type<object>): PropertyDecorator => Reflect.metadata(HELD_OBJECTS, type);

/** The fields of what a handler takes as its `@Body()` or `@Query()`. */
export function fieldsTakenBy(controller: Type, method: string, from: 'BODY' | 'QUERY'): KnownFields {
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, prototype, method) ?? []) as Type[];
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number }
  >;
  const known: KnownFields = new Map();
  for (const [key, { index }] of Object.entries(taken)) {
    if (!key.startsWith(`${RouteParamtypes[from]}:`)) continue;
    for (const [name, held] of knownFieldsOf(types[index]!)) known.set(name, held);
  }
  return known;
}

function knownFieldsOf(type: Type): KnownFields {
  return new Map(
    fieldsOf(type).map((name) => {
      const held = Reflect.getMetadata(HELD_OBJECTS, type.prototype as object, name) as Type | undefined;
      return [name, held ? knownFieldsOf(held) : null];
    }),
  );
}
