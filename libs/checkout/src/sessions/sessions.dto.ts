import {
  Amount,
  Bool,
  Code,
  CompanyName,
  CurrencyCode,
  DateText,
  Email,
  HttpUrl,
  Int,
  Lines,
  ListOf,
  Metadata,
  Nested,
  OneOf,
  Pin,
  PagedQuery,
  QueryInt,
  SearchText,
  Text,
} from '@app/http';
import { MAX_ESCROW_DAYS } from '@app/escrow';
import type { Currency } from '@app/kernel';
import { SESSION_STATES, SESSION_STATUSES, type SessionState, type SessionStatus } from './session.states';
import { isPaymentMethod, PAYMENT_METHODS, type PaymentMethod } from '../common/payment-methods.policy';

export const SessionId = () => Code({ max: 100, description: 'cs_live_… or cs_test_…' });

export class CustomerDto {
  @Email({ optional: true })
  email?: string;

  @CompanyName({ optional: true, max: 200 })
  name?: string;
}

/** Who pays, as far as the merchant says. */
export const Customer = () => Nested(CustomerDto, { optional: true });

export class CreateSessionBody {
  @Amount({ description: 'Major units' })
  amount: unknown;

  @CurrencyCode({ optional: true, description: 'NGN unless given' })
  currency?: Currency;

  @Code({ optional: true, max: 200, description: 'Your reference; echoed in events, need not be unique' })
  order_ref?: string;

  @Lines({ optional: true })
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

  @Int({ optional: true, min: 1, max: MAX_ESCROW_DAYS })
  escrow_deadline_days?: number;
}

export class SessionQuery {
  @SessionId()
  session_id: string;
}

export class StatusQuery extends SessionQuery {
  @QueryInt({ min: 0, max: 25, fallback: 0, description: 'Seconds to wait for a change; needs since' })
  wait: number;

  @Code({ optional: true, max: 64, description: 'The revision of the last answer' })
  since?: string;
}

export class SessionBody {
  @SessionId()
  session_id: string;
}

export class SessionPinBody extends SessionBody {
  @Pin()
  pin?: string;
}

const REFUND_STATUSES = ['none', 'partial', 'full'] as const;
type RefundState = (typeof REFUND_STATUSES)[number];

export class ListQuery extends PagedQuery {
  @OneOf(SESSION_STATUSES, { optional: true })
  status?: SessionStatus;

  @Code({ optional: true, max: 200 })
  order_ref?: string;

  @DateText({ optional: true, description: 'First day, or earliest time of creation' })
  from?: string;

  @DateText({ optional: true, description: 'Last day, or the time before which it was created' })
  to?: string;

  @SearchText({
    optional: true,
    max: 100,
    description: 'An id, amount, order reference, e-mail address, name, or the last four digits of a card',
  })
  q?: string;

  @OneOf(SESSION_STATES, { optional: true })
  state?: SessionState;

  @Email({ optional: true, description: 'Of the customer, whole' })
  customer_email?: string;

  @CurrencyCode({ optional: true })
  currency?: Currency;

  @OneOf(PAYMENT_METHODS, { optional: true, description: 'By which it was paid' })
  method?: PaymentMethod;

  @Amount({ optional: true, description: 'Of the session, at least' })
  min_amount?: unknown;

  @Amount({ optional: true, description: 'Of the session, at most' })
  max_amount?: unknown;

  @OneOf(REFUND_STATUSES, { optional: true })
  refund_status?: RefundState;

  @OneOf(['true', 'false'], {
    optional: true,
    description: 'true: also counts by state, of the newest 10,000 sessions that match the other filters',
  })
  counts?: 'true' | 'false';
}
