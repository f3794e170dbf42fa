import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Normal, normalCode } from '@app/http';
import { IsOptional, ValidateBy } from 'class-validator';
import { parseParts, PARTS } from './invoice-totals.policy';

interface Bounds {
  /** Whether 0 is refused. */
  isPositive?: boolean;
  max: number;
  optional?: boolean;
  description?: string;
}

/** A JSON number or decimal text with at most four decimals. Read it with `parseParts`. */
export const DecimalValue = ({
  isPositive = false,
  max,
  optional = false,
  description,
}: Bounds): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      oneOf: [{ type: 'number' }, { type: 'string' }],
      example: 7.5,
      description,
      required: !optional,
    }),
    Normal(normalCode),
    ...(optional ? [IsOptional()] : []),
    ValidateBy(
      {
        name: 'decimal',
        validator: {
          validate: (value: unknown) => {
            const parts = parseParts(value);
            return parts !== null && parts <= BigInt(max) * PARTS && !(isPositive && parts === 0n);
          },
        },
      },
      {
        message: ({ property }) =>
          `${property} must be a ${isPositive ? 'positive ' : ''}number up to ${max} with at most 4 decimals.`,
      },
    ),
  );
