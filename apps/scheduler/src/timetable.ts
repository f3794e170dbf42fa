import { Scheduled, type ScheduledJob } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

export interface Job {
  name: string;
  everySeconds: number;
  run(signal: AbortSignal): Promise<unknown>;
}

const SECONDS = { s: 1, m: 60, h: 3600 } as const;

/** Every job of the process, by cadence and name. Schedulers take turns (`job-turns.ts`). */
@Injectable()
export class Timetable {
  private found: readonly Job[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Complete once all modules are loaded. */
  get jobs(): readonly Job[] {
    return (this.found ??= this.find());
  }

  private find(): readonly Job[] {
    const classes = new Map<unknown, { job: Job; after: readonly unknown[] }>();
    for (const wrapper of this.discovery.getProviders({ metadataKey: Scheduled.KEY })) {
      const { every, name, after = [] } = this.discovery.getMetadataByDecorator(Scheduled, wrapper)!;
      const everySeconds = parseInt(every, 10) * SECONDS[every.at(-1) as keyof typeof SECONDS];
      const instance = wrapper.instance as ScheduledJob;
      classes.set(wrapper.metatype, {
        job: { name, everySeconds, run: (signal) => instance.run(signal) },
        after,
      });
    }
    const found = [...classes.values()].sort(({ job: one }, { job: other }) => {
      return one.everySeconds - other.everySeconds || (one.name < other.name ? -1 : 1);
    });
    const jobs = new Set<Job>();
    const add = ({ job, after }: (typeof found)[number]) => {
      for (const earlier of after) add(classes.get(earlier)!);
      jobs.add(job);
    };
    found.forEach(add);
    if (new Set([...jobs].map(({ name }) => name)).size < jobs.size)
      throw new Error(`Two jobs have one name: ${[...jobs].map(({ name }) => name).join(', ')}`);
    return [...jobs];
  }
}
