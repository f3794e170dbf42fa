import type { Type } from '@nestjs/common';
import { type DiscoverableDecorator, DiscoveryService } from '@nestjs/core';

export interface ScheduledJob {
  /** `signal`: the process shuts down and waits for the job. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Schedule {
  /** Time between two runs, such as `15s`, `1m` or `24h`. */
  every: `${number}${'s' | 'm' | 'h'}`;
  /** Key of its row in `scheduled_jobs`, and label of the metric. */
  name: string;
  /** Jobs that come before it where all are run in turn. */
  after?: readonly Type<ScheduledJob>[];
}

/** Marks a class whose `run` the scheduler calls at a cadence, in one process at a time. */
export const Scheduled = DiscoveryService.createDecorator<Schedule>() as ScheduledDecorator;

/** A class without a suitable `run` does not compile. */
type ScheduledDecorator = ((schedule: Schedule) => (job: Type<ScheduledJob>) => void) &
  DiscoverableDecorator<Schedule>;
