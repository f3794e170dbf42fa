import { Code, OneOf, PagedQuery, Uuid } from '@app/http';

export class ListEndpointsQuery {
  @Uuid({ optional: true }) app_id?: string;
}

export class EndpointQuery {
  @Uuid() id: string;
}

export class DeliveriesQuery extends PagedQuery {
  @Uuid() webhook_id: string;
  @OneOf(['pending', 'delivered', 'failed'], { optional: true }) status?: string;
  @Code({ optional: true, max: 100, description: 'Name of an event' }) event?: string;
}

export class DeliveryQuery {
  @Uuid() id: string;
}

export class RedeliverBody {
  @Uuid() delivery_id: string;
}
