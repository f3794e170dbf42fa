import { Code, OneOf, QueryInt, Uuid } from '@app/http';

const MAX_PAGE = 1_000_000;

export class ListEndpointsQuery {
  @Uuid({ optional: true }) app_id?: string;
}

export class EndpointQuery {
  @Uuid() id: string;
}

export class DeliveriesQuery {
  @Uuid() webhook_id: string;
  @OneOf(['pending', 'delivered', 'failed'], { optional: true }) status?: string;
  @Code({ optional: true, max: 100, description: 'Name of an event' }) event?: string;
  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 }) page: number;
  @QueryInt({ min: 1, max: 100, fallback: 20 }) per_page: number;
}

export class RedeliverBody {
  @Uuid() delivery_id: string;
}
