import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance, Transform, type TransformFnParams } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { HoldsObjectsOf } from './known-fields';
import { declaredFields, KeptAsGiven, Sealed } from './sealed';

interface Bounds {
  min: number;
  max: number;
  description?: string;
  optional?: boolean;
}

/** A list of objects, each validated as a `row`. The objects of a list with a wrong length are not read. */
export const Rows = (
  row: Type<object>,
  { min, max, description, optional = false }: Bounds,
): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: [row], minItems: min, maxItems: max, description, required: !optional }),
    ...(optional ? [IsOptional()] : []),
    KeptAsGiven,
    HoldsObjectsOf(row),
    Transform(({ obj, key }: TransformFnParams) => {
      const given = (obj as Record<string, unknown>)[key];
      const list = given instanceof Sealed ? given.open() : given;
      // Only an absent list is absent: `IsOptional` passes it, and its error says that it is missing.
      if (!Array.isArray(list) || list.length < min || list.length > max)
        return list == null ? undefined : false;
      // A value that is not an object is read as an empty one, so that its missing fields are named.
      return list.map((item: unknown) =>
        plainToInstance(row, isObject(item) ? declaredFields(row, item) : {}),
      );
    }),
    ValidateBy(
      { name: 'rows', validator: { validate: Array.isArray } },
      { message: ({ property }) => `${property} must be a list of ${min} to ${max} objects.` },
    ),
    ValidateNested({ each: true }),
  );

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
