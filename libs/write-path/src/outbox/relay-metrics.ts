import type { RelayBacklog } from './outbox-relay';
import { Gauge } from 'prom-client';

const waiting = new Gauge({ name: 'outbox_events_waiting', help: 'Events committed and not yet relayed' });
const failing = new Gauge({
  name: 'outbox_events_failing',
  help: 'Events that a listener has failed at, tried again with growing pauses',
});
const parked = new Gauge({
  name: 'outbox_events_parked',
  help: 'Events whose listeners failed too often; target 0',
});
const oldest = new Gauge({
  name: 'outbox_oldest_waiting_seconds',
  help: 'Age of the oldest event not yet relayed',
});

export function publishBacklog(backlog: RelayBacklog, now: Date): void {
  waiting.set(backlog.waiting);
  failing.set(backlog.failing);
  parked.set(backlog.parked);
  oldest.set(backlog.oldestWaitingAt ? (now.getTime() - backlog.oldestWaitingAt.getTime()) / 1000 : 0);
}
