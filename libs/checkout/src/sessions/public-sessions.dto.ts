import { Validate, ValidatorConstraint } from 'class-validator';
import { ApiHideProperty } from '@nestjs/swagger';
import { Amount, CurrencyCode, Lines } from '@app/http';
import type { Currency } from '@app/kernel';
import { PublicPageBody } from './public-page.dto';
import { Customer, CustomerDto } from './sessions.dto';

@ValidatorConstraint({ name: 'absent' })
class Absent {
  validate(value: unknown): boolean {
    return value === undefined;
  }
}

export class CreatePublicBody extends PublicPageBody {
  @Amount({ description: 'Major units' })
  amount: unknown;

  @CurrencyCode({ optional: true, description: 'NGN unless given' })
  currency?: Currency;

  @Lines({ optional: true })
  description?: string;

  @Customer()
  customer?: CustomerDto;

  /** What a browser says is no data of the merchant's. */
  @ApiHideProperty()
  @Validate(Absent, { message: 'metadata is not taken with a public key.' })
  metadata?: unknown;
}
