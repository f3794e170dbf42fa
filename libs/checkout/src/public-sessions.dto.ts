import { Type } from 'class-transformer';
import { IsObject, IsOptional, Validate, ValidateNested, ValidatorConstraint } from 'class-validator';
import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';
import { Amount, CurrencyCode, HttpUrl, Matching, Text } from '@app/http';
import type { Currency } from '@app/kernel';
import { CustomerDto } from './checkout.dto';

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

  @ApiProperty({ type: CustomerDto, required: false })
  @IsOptional()
  @IsObject({ message: 'customer must be an object.' })
  @ValidateNested()
  @Type(() => CustomerDto)
  customer?: CustomerDto;

  @HttpUrl({ optional: true, description: 'On one of the allowed origins, where the app names any' })
  success_url?: string;

  @HttpUrl({ optional: true, description: 'On one of the allowed origins, where the app names any' })
  cancel_url?: string;

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
