import { Transform, Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  Amount,
  Bool,
  CurrencyCode,
  DateText,
  Email,
  HttpUrl,
  Int,
  ListOf,
  Matching,
  Metadata,
  OneOf,
  QueryInt,
  Text,
} from '@app/http';
import type { Currency } from '@app/kernel';
import { SESSION_STATUSES, type SessionStatus } from './checkout.states';
import { isPaymentMethod, PAYMENT_METHODS, type PaymentMethod } from './methods/payment-methods.policy';

const MAX_PAGE = 1_000_000_000;
const SessionId = () => Text({ max: 100, description: 'cs_live_… or cs_test_…' });
const GwRef = () => Text({ max: 128, description: 'As pay-card answered it' });

/** Digits that many send as a JSON number. */
const CardPart = (pattern: RegExp, hint: string) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (Number.isSafeInteger(value) ? String(value) : value)),
    Matching(pattern, hint),
  );

export class CustomerDto {
  @Email({ optional: true })
  email?: string;

  @Text({ optional: true, max: 200 })
  name?: string;
}

/** Who pays, as far as the merchant says. */
export const Customer = () =>
  applyDecorators(
    ApiProperty({ type: CustomerDto, required: false }),
    IsOptional(),
    IsObject({ message: 'customer must be an object.' }),
    ValidateNested(),
    Type(() => CustomerDto),
  );

export class CreateSessionBody {
  @Amount({ description: 'Major units' })
  amount: unknown;

  @CurrencyCode({ optional: true, description: 'NGN unless given' })
  currency?: Currency;

  @Text({ optional: true, max: 200, description: 'Your reference; echoed in events, need not be unique' })
  order_ref?: string;

  @Text({ optional: true })
  description?: string;

  @Customer()
  customer?: CustomerDto;

  @Email({ optional: true, description: 'The same as customer.email' })
  customer_email?: string;

  @Metadata()
  metadata?: object;

  @ListOf(isPaymentMethod, `of ${PAYMENT_METHODS.join(', ')}`, {
    optional: true,
    max: PAYMENT_METHODS.length,
  })
  payment_methods?: PaymentMethod[];

  @HttpUrl({ optional: true })
  success_url?: string;

  @HttpUrl({ optional: true })
  cancel_url?: string;

  @Int({ optional: true, min: 5, max: 43_200, description: 'Minutes; 1440 unless given' })
  expires_in?: number;

  @Bool({ optional: true })
  escrow?: boolean;

  @Text({ optional: true })
  escrow_condition?: string;

  @Int({ optional: true, min: 1, max: 365 })
  escrow_deadline_days?: number;
}

export class SessionQuery {
  @SessionId()
  session_id: string;
}

export class StatusQuery extends SessionQuery {
  @QueryInt({ min: 0, max: 25, fallback: 0, description: 'Seconds to wait for a change; needs since' })
  wait: number;

  @Text({ optional: true, max: 64, description: 'The revision of the last answer' })
  since?: string;
}

export class SessionBody {
  @SessionId()
  session_id: string;
}

export class ListQuery {
  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  per_page: number;

  @OneOf(SESSION_STATUSES, { optional: true })
  status?: SessionStatus;

  @Text({ optional: true, max: 200 })
  order_ref?: string;

  @DateText({ optional: true, description: 'First day, or earliest time of creation' })
  from?: string;

  @DateText({ optional: true, description: 'Last day, or the time before which it was created' })
  to?: string;
}

/** Messages never repeat what was sent: it is a card. */
export class CardDto {
  @Matching(/^\d(?:[ -]?\d){11,18}$/, 'must be 12 to 19 digits')
  number: string;

  @CardPart(/^(0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12')
  expiry_month: string;

  @CardPart(/^(\d{2}|20\d{2})$/, 'must be a year of two or four digits')
  expiry_year: string;

  @CardPart(/^\d{3,4}$/, 'must be three or four digits')
  cvv: string;

  @Text({ optional: true, max: 100 })
  name?: string;
}

export class PayCardBody extends SessionBody {
  @ApiProperty({ type: CardDto })
  @IsObject({ message: 'card must be an object.' })
  @ValidateNested()
  @Type(() => CardDto)
  card: CardDto;
}

export class PayCardSubmitBody extends SessionBody {
  @GwRef()
  gw_ref: string;

  @Matching(/^\d{3,12}$/, 'must be the digits of the PIN or one-time password', {
    description: 'Card PIN or OTP',
  })
  otp: string;
}

export class PayCardCancelBody extends SessionBody {
  @GwRef()
  gw_ref: string;
}
