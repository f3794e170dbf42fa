import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsOptional, ValidateBy, type ValidationOptions } from 'class-validator';
import { absentIfNull } from './absent';
import { addRule } from './compiled';

export interface Optional {
  optional?: boolean;
  /** Whether null has a meaning of its own. Null and empty text of other optional fields are read as an absent field. */
  nullable?: boolean;
  description?: string;
}

/** Builds the decorator of a kind of field, which normalises, checks and documents it. */
export function field(
  name: string,
  fault: (value: unknown) => string | null,
  { optional = false, nullable = false, description }: Optional,
  schema: ApiPropertyOptions,
  normalized?: (value: unknown) => unknown,
): PropertyDecorator {
  // Forms send empty text for what was not filled in.
  const isBlankAbsent = isText(schema) && fault('') !== null;
  const normal =
    optional && !nullable
      ? (value: unknown) =>
          isBlankAbsent && value === '' ? undefined : absentIfNull(normalized ? normalized(value) : value)
      : normalized;
  const options: ValidationOptions = {
    message: (args) => `${args.property} ${fault(args.value) ?? 'is not valid'}.`,
  };
  return applyDecorators(
    ApiProperty({
      ...schema,
      description,
      required: !optional,
      ...(nullable && { nullable }),
    } as ApiPropertyOptions),
    ...(normal ? [Transform(({ value }: TransformFnParams) => normal(value) as never)] : []),
    ...(optional ? [IsOptional()] : []),
    ValidateBy({ name, validator: { validate: (value: unknown) => fault(value) === null } }, options),
    (target: object, key: string | symbol) => addRule(target, { name: String(key), optional, fault, normal }),
  );
}

/** Digits that may be a whole number are text too; an amount that may be text is a number. */
function isText({ type, enum: values, oneOf = [] }: ApiPropertyOptions & { oneOf?: object[] }): boolean {
  const isDigits = oneOf.some((form) => (form as { type?: string }).type === 'integer');
  return type === 'string' || values !== undefined || isDigits;
}

export const check =
  (holds: (value: unknown) => boolean, message: string) =>
  (value: unknown): string | null =>
    holds(value) ? null : message;
