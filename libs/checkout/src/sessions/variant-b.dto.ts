import { applyDecorators } from '@nestjs/common';
import {
  Code,
  CompanyName,
  CurrencyCode,
  Email,
  HttpUrl,
  Int,
  Lines,
  Matching,
  Metadata,
  Normal,
  normalInt,
} from '@app/http';
import { type Currency, MAX_AMOUNT_MINOR } from '@app/kernel';

/** Smallest units, as a JSON number or as digits. */
export const MinorAmount = ({ optional, note }: { optional?: boolean; note?: string } = {}) =>
  applyDecorators(
    Normal(normalInt),
    Int({
      optional,
      min: 1,
      max: Number(MAX_AMOUNT_MINOR),
      description: ['Smallest units: kobo, cents, pence', ...(note ? [note] : [])].join('. '),
    }),
  );

export const SessionToken = () => Code({ max: 100, description: 'session_token, as create answered it' });

export const IdempotencyKey = () =>
  Matching(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters', {
    optional: true,
    description: 'The same as X-Idempotency-Key',
  });

export class CreateSessionBodyB {
  @MinorAmount()
  amount: number;

  @CurrencyCode()
  currency_code: Currency;

  @Lines({ optional: true })
  description?: string;

  @Email({ optional: true })
  customer_email?: string;

  @CompanyName({ optional: true, max: 200 })
  customer_name?: string;

  @HttpUrl({ optional: true, description: "Takes the place of the app's own" })
  success_url?: string;

  @HttpUrl({ optional: true })
  cancel_url?: string;

  @Metadata()
  metadata?: object;

  @IdempotencyKey()
  idempotency_key?: string;
}

export class SessionTokenQuery {
  @SessionToken()
  token: string;
}

export class SessionTokenBody {
  @SessionToken()
  token: string;

  @IdempotencyKey()
  idempotency_key?: string;
}
