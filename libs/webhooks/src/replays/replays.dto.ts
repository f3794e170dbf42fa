import { Bool, Instant, ListOf, OneOf, Uuid } from '@app/http';
import { WEBHOOK_EVENTS } from '@app/merchants';
import { STANDINGS } from './replay.policy';

export class ReplayBody {
  @Uuid() webhook_id: string;
  @Instant({ description: 'Events from this time on' }) since: string;
  @Instant({ optional: true, description: 'Events before this time; absent: until now' }) until?: string;
  @ListOf((item) => (WEBHOOK_EVENTS as readonly unknown[]).includes(item), 'names of events', {
    min: 1,
    max: 50,
    optional: true,
    description: 'Absent: those that the endpoint asks for',
  })
  types?: string[];
  @OneOf(STANDINGS, {
    optional: true,
    description:
      'Only events whose delivery stands so; missing: there was none, for the endpoint was disabled',
  })
  status?: string;
  @Bool({ optional: true, description: 'true counts what would be sent and sends nothing' })
  dry_run?: boolean;
}

export class ReplaysQuery {
  @Uuid() webhook_id: string;
}
