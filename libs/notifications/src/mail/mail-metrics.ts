import { Counter, Gauge } from 'prom-client';
import type { MailBacklog } from './mail-queue.service';

/**
 * By outcome: sent, due (tried again later), parked (not tried again), away (the server was not reachable), expired (its
 * subject ended before).
 */
export const mailAttempts = new Counter({
  name: 'mail_attempts_total',
  help: 'Mails tried, by outcome',
  labelNames: ['outcome'],
});

const due = new Gauge({ name: 'mails_due', help: 'Mails that wait to be sent' });
const parked = new Gauge({ name: 'mails_parked', help: 'Mails that will not be tried again; target 0' });
const oldest = new Gauge({ name: 'mail_oldest_due_seconds', help: 'Age of the oldest mail that waits' });

export function recordBacklog(backlog: MailBacklog, now: Date): void {
  due.set(backlog.due);
  parked.set(backlog.parked);
  oldest.set(backlog.oldestDueAt ? (now.getTime() - backlog.oldestDueAt.getTime()) / 1000 : 0);
}
