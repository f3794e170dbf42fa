import { Bool, HttpUrl, Uuid } from '@app/http';
import { Events } from './app.dto';

export class CreateEndpointDto {
  @Uuid() app_id: string;
  @HttpUrl() url: string;
  @Events() events?: string[] | null;
}

export class ListEndpointsDto {
  @Uuid({ optional: true }) app_id?: string | null;
}

/** What is absent stays as it is. */
export class UpdateEndpointDto {
  @Uuid() id: string;
  @HttpUrl({ optional: true }) url?: string | null;
  @Events() events?: string[] | null;
  @Bool({ optional: true, description: 'false stops deliveries, true resumes them' }) active?: boolean | null;
}

export class EndpointIdDto {
  @Uuid({ optional: true, description: 'In the query or in the body' }) id?: string | null;
}
