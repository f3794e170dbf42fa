import { Int, LimitedQuery, OneOf, Pin } from '@app/http';
import {
  REQUEST_DIRECTIONS,
  REQUEST_STATUSES,
  type RequestDirection,
  type RequestStatus,
} from './payment-request.states';

export class RequestBody {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER })
  request_id: number;
}

export class FulfillBody extends RequestBody {
  @Pin()
  pin?: string;
}

export class RequestsQuery extends LimitedQuery {
  @OneOf(REQUEST_DIRECTIONS, { optional: true, description: 'Those you are asked to pay where absent' })
  direction?: RequestDirection;

  @OneOf(REQUEST_STATUSES, { optional: true })
  status?: RequestStatus;
}
