import { Validate, ValidatorConstraint } from 'class-validator';
import { ApiHideProperty } from '@nestjs/swagger';
import { Amount, Bool, CurrencyCode, HttpUrl, Matching, Text } from '@app/http';
import type { Currency } from '@app/kernel';
import { Customer, CustomerDto } from './sessions.dto';

@ValidatorConstraint({ name: 'absent' })
class Absent {
  validate(value: unknown): boolean {
    return value === undefined;
  }
}

export class CreatePublicBody {
  @Amount({ description: 'Major units' })
  amount: unknown;

  @CurrencyCode({ optional: true, description: 'NGN unless given' })
  currency?: Currency;

  @Text({ optional: true })
  description?: string;

  @Customer()
  customer?: CustomerDto;

  @HttpUrl({ optional: true, description: 'On one of the allowed origins, where the app names any' })
  success_url?: string;

  @HttpUrl({ optional: true, description: 'On one of the allowed origins, where the app names any' })
  cancel_url?: string;

  @Bool({
    optional: true,
    description:
      'The page that sends this shows the payment page in a frame: refused where its origin cannot',
  })
  embed?: boolean;

  @Matching(/^(pk|ck_pub)_[0-9A-Za-z_]{1,60}$/, 'must be a public key', {
    optional: true,
    description: 'In place of X-API-Key',
  })
  public_key?: string;

  /** What a browser says is no data of the merchant's. */
  @ApiHideProperty()
  @Validate(Absent, { message: 'metadata is not taken with a public key.' })
  metadata?: unknown;
}
