import { Bool, HttpUrl, Int, Pin, Uuid } from '@app/http';
import { Events } from '../app.dto';

export class CreateEndpointDto {
  @Uuid() app_id: string;
  @HttpUrl() url: string;
  @Events() events?: string[] | null;
}

/** For a key, which registers endpoints of its own app. */
export class CreateOwnEndpointDto {
  @Uuid({ optional: true, description: 'The app of the key; default' }) app_id?: string;
  @HttpUrl() url: string;
  @Events() events?: string[] | null;
}

/** What is absent stays as it is. */
export class UpdateEndpointDto {
  @Uuid() id: string;
  @HttpUrl({ optional: true }) url?: string;
  @Events() events?: string[] | null;
  @Bool({ optional: true, description: 'false stops deliveries, true resumes them' }) active?: boolean;
}

export class RotateWebhookSecretDto {
  @Uuid() id: string;
  @Int({
    min: 0,
    max: 72,
    optional: true,
    description: 'How long the old secret signs too; default 24, 0 ends it at once',
  })
  grace_hours?: number;
  @Pin() pin?: string;
}

export class EndpointIdDto {
  @Uuid({ optional: true, description: 'In the query or in the body' }) id?: string;
}
