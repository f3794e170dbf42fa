import { isEvent, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { publicEventsOf } from './catalogue';
import type { WireEvent } from './public-event';
import { SampleTriggered } from './sample.events';

/** The public events of a domain event; empty where it is not public. */
export async function wireEventsOf(stored: StoredEvent, tx: PoolClient): Promise<WireEvent[]> {
  if (isEvent(stored, SampleTriggered)) {
    const { appId, event, sample } = stored.data;
    return [{ event, receiverId: stored.ownerId, appId, data: sample }];
  }
  const events: WireEvent[] = [];
  for (const event of publicEventsOf(stored.type)) events.push(...(await event.wireEventsOf(stored, tx)));
  return events;
}
