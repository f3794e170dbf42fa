import { Int, MAX_PAGE, OneOf, Pin, QueryInt } from '@app/http';
import { REQUEST_DIRECTIONS, type RequestDirection } from './payment-request.queries';
import { REQUEST_STATUSES, type RequestStatus } from './payment-request.states';

export class RequestBody {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER })
  request_id: number;
}

export class FulfillBody extends RequestBody {
  @Pin()
  pin?: string;
}

export class RequestsQuery {
  @OneOf(REQUEST_DIRECTIONS, { optional: true, description: 'Those you are asked to pay where absent' })
  direction?: RequestDirection;

  @OneOf(REQUEST_STATUSES, { optional: true })
  status?: RequestStatus;

  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  limit: number;
}
