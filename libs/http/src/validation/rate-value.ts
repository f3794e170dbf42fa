import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Rate } from '@app/kernel';
import { IsOptional, ValidateBy } from 'class-validator';
import { AbsentIfNull } from './absent';
import { Normal, normalCode } from './normal';

/** An exchange rate, as a JSON number or decimal text. Read it with `Rate.read`. */
export const RateValue = ({ optional = false, description = '' } = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      oneOf: [{ type: 'number' }, { type: 'string' }],
      example: '1540.25',
      description,
      required: !optional,
    }),
    Normal(normalCode),
    ...(optional ? [IsOptional(), AbsentIfNull] : []),
    ValidateBy(
      { name: 'rate', validator: { validate: (value: unknown) => Rate.read(value) !== null } },
      {
        message: ({ property }) =>
          `${property} must be a positive decimal with at most 18 digits before and after the point.`,
      },
    ),
  );
