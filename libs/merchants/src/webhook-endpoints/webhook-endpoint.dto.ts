import { applyDecorators } from '@nestjs/common';
import { Bool, HttpUrl, Int, ListOf, Normal, normalCode, Pin, Uuid } from '@app/http';
import { ALL_EVENTS, isSubscribable, WEBHOOK_EVENTS } from './webhook-events.policy';

const MAX_EVENTS = 50;

export const Events = () =>
  applyDecorators(
    Normal((value) => (normalCode(value) === ALL_EVENTS ? [ALL_EVENTS] : value)),
    ListOf(isSubscribable, `event names, or "*" for all; known are ${WEBHOOK_EVENTS.join(', ')}`, {
      min: 1,
      max: MAX_EVENTS,
      optional: true,
      nullable: true,
      description: 'Absent, null or "*": all',
    }),
  );

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
