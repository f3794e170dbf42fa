import type { StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';

interface Row {
  id: string;
  offset_ms: string;
  frozen_at: Date | null;
}

/** The test app whose object the event is about; null for live events and events of accounts. */
function spaceOf({ mode, data }: StoredEvent): string | null {
  const { appId } = data as { appId?: unknown };
  return mode === 'test' && typeof appId === 'string' ? appId : null;
}

/** A space whose test clock was moved: its events go to this app alone, with this time. */
export interface EventSpace {
  appId: string;
  at: Date;
}

/** The spaces, apart from real time, of those of these events that are about a test object of an app. */
export async function spacesOf(
  events: readonly StoredEvent[],
  tx: PoolClient,
): Promise<(event: StoredEvent) => EventSpace | null> {
  const appIds = new Set(events.map(spaceOf).filter((id) => id !== null));
  if (appIds.size === 0) return () => null;
  const { rows } = await tx.query<Row>({
    name: 'event_spaces',
    text: 'SELECT id, offset_ms, frozen_at FROM test_clocks WHERE id = ANY ($1) AND moved',
    values: [[...appIds]],
  });
  const clocks = new Map(rows.map((row) => [row.id, row]));
  return (event) => {
    const appId = spaceOf(event);
    const clock = appId === null ? undefined : clocks.get(appId);
    if (!clock) return null;
    return { appId: clock.id, at: clock.frozen_at ?? new Date(event.createdAt.getTime() + +clock.offset_ms) };
  };
}
