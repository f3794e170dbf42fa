import { Code, DateText, Matching, OneOf, PagedQuery, Uuid } from '@app/http';
import type { Mode } from '@app/kernel';

const OPERATION = /^(?:GET|POST|DELETE) [a-z0-9-]+\.php(?:\/[a-z0-9-]{1,40}){0,2}$/;
const REQUEST_ID = /^[\w-]{8,64}$/;
const ID_OF_REQUEST = 'The X-Request-Id of its answer';

export class LoggedRequestsQuery extends PagedQuery {
  @Uuid({ optional: true, description: 'A key reads those of its own app' }) app_id?: string;
  @OneOf(['live', 'test'], { optional: true }) mode?: Mode;

  @Matching(OPERATION, 'must be a method and an action, e.g. POST business.php/payments/refund', {
    optional: true,
    description: 'Method and action, e.g. `POST business.php/payments/refund`',
  })
  operation?: string;

  @OneOf(['2xx', '3xx', '4xx', '5xx'], { optional: true }) status?: string;
  @Code({ optional: true, max: 60 }) error_code?: string;
  @Matching(REQUEST_ID, 'must be the id of a request', { optional: true, description: ID_OF_REQUEST })
  request_id?: string;

  @DateText({ optional: true, description: 'First day, or earliest time' }) from?: string;
  @DateText({ optional: true, description: 'Last day, or the time before which' }) to?: string;
}

export class RequestErrorsQuery {
  @Uuid({ optional: true, description: 'A key reads those of its own app' }) app_id?: string;
  @OneOf(['live', 'test'], { optional: true }) mode?: Mode;
  @DateText({ optional: true, description: 'First day, or earliest time; default: 7 days ago' })
  from?: string;
  @DateText({ optional: true, description: 'Last day, or the time before which' }) to?: string;
}

export class RequestQuery {
  @Matching(REQUEST_ID, 'must be the id of a request', { description: ID_OF_REQUEST }) request_id: string;
}
