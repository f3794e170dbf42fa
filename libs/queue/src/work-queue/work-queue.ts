import type { BeforeApplicationShutdown } from '@nestjs/common';

/** Every queue there is: a wake-up names one of them. */
export const QUEUES = ['outbox-relay', 'webhook-delivery', 'mail', 'scheduled-job'] as const;
export type QueueName = (typeof QUEUES)[number];

export type WakeHandler = (jobId: string) => Promise<void>;

/**
 * Wakes workers, in this process and in others. PostgreSQL knows what is due: a wake-up that gets lost costs
 * time until the next sweep and nothing else, so adding one never waits and never fails.
 */
export abstract class WorkQueue implements BeforeApplicationShutdown {
  /** Wakes whoever processes the queue. Equal ids that wait for their turn are one. Never throws, never blocks. */
  abstract add(queue: QueueName, jobId: string): void;

  /**
   * Handles wake-ups, `concurrency` at a time. An id is never handled twice at once in one process; added
   * meanwhile, it is handled once more. A handler that throws is logged and holds nothing up.
   */
  abstract process(queue: QueueName, concurrency: number, handler: WakeHandler): void;

  /** Takes no more wake-ups and waits for the handlers that run. */
  abstract close(): Promise<void>;

  beforeApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
