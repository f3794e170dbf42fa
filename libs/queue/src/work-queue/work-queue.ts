import type { BeforeApplicationShutdown } from '@nestjs/common';

/** All queues; each wake-up names one. */
export const QUEUES = [
  'outbox-relay',
  'webhook-delivery',
  'mail',
  'sms',
  'scheduled-job',
  'test-clock',
  'payout-dispatch',
] as const;
export type QueueName = (typeof QUEUES)[number];

export type WakeHandler = (jobId: string) => Promise<void>;

/**
 * Wakes workers in all processes. PostgreSQL stores what is due, so a lost wake-up only delays work until the
 * next sweep, and adding one never waits and never fails.
 */
export abstract class WorkQueue implements BeforeApplicationShutdown {
  /** Wakes the workers of a queue. Equal ids that wait are merged. Never throws, never blocks. */
  abstract add(queue: QueueName, jobId: string): void;

  /**
   * Handles wake-ups, `concurrency` at a time. An id is never handled twice at once in one process; if it is
   * added meanwhile, it is handled again. A handler that throws is logged and delays nothing.
   */
  abstract process(queue: QueueName, concurrency: number, handler: WakeHandler): void;

  /** Accepts no more wake-ups and waits for running handlers. */
  abstract close(): Promise<void>;

  beforeApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
