import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type as Read } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { addRule } from './compiled';
import { HoldsObjectsOf } from './known-fields';

/** One object, validated as a `type`. */
export const Nested = (
  type: Type<object>,
  { optional = false, description }: { optional?: boolean; description?: string } = {},
): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type, description, required: !optional }),
    ...(optional ? [IsOptional()] : []),
    IsObject({ message: ({ property }) => `${property} must be an object.` }),
    ValidateNested(),
    Read(() => type),
    HoldsObjectsOf(type),
    (target: object, key: string | symbol) => addRule(target, { name: String(key), optional, nested: type }),
  );
