import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { AbsentIfNull } from './absent';
import { Normal, normalCode } from './normal';

/** A day of the calendar as `YYYY-MM-DD`, in the years 1 to 9999. */
export const Day = ({ optional = false, description = '' } = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'date', description, required: !optional }),
    Normal(normalCode),
    ...(optional ? [IsOptional(), AbsentIfNull] : []),
    ValidateBy(
      { name: 'day', validator: { validate: isDay } },
      { message: ({ property }) => `${property} must be a date (YYYY-MM-DD).` },
    ),
  );

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00.000Z`);
  // 30 February is read as 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}
