import { Matching, Metadata, OneOf, QueryInt, Uuid } from '@app/http';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@app/merchants';

const POSITION = /^(\d{1,15}|latest)$/;
const NAME = `(?:${WEBHOOK_EVENTS.join('|').replaceAll('.', '\\.')})`;
const TYPES = new RegExp(`^${NAME}(?:,${NAME}){0,49}$`);

const Position = (description: string) =>
  Matching(POSITION, 'must be a number of the feed, or latest', { optional: true, description });

class OfApp {
  @Uuid({ optional: true, description: 'Signed-in people name the app; a key reads its own' })
  app_id?: string;
}

export class FeedQuery extends OfApp {
  @Position(
    'Events behind this number; absent: from the oldest that is kept; latest: only what comes from now on',
  )
  after?: string;

  @Position('Also what was sent again behind this number; absent: no repetitions')
  resent_after?: string;

  @Matching(TYPES, 'must be names of events, separated by commas', {
    optional: true,
    description: 'Only these events, separated by commas',
  })
  types?: string;

  @QueryInt({ min: 1, max: 100, fallback: 50 })
  limit: number;

  @QueryInt({ min: 0, max: 25, fallback: 0, description: 'Seconds to wait for the first event' })
  wait: number;
}

export class EventQuery extends OfApp {
  @Uuid() id: string;
}

export class ResendBody extends OfApp {
  @Uuid() id: string;
  @Uuid({ optional: true, description: 'To this endpoint alone' }) webhook_id?: string;
}

export class TriggerBody {
  @OneOf(WEBHOOK_EVENTS, { description: 'Any event there is' }) type: WebhookEvent;
  @Metadata({ optional: true, description: 'Replaces fields of the sample' }) data?: Record<string, unknown>;
}
