import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER } from '@app/http';
import type { Logger } from 'pino';
import { type Job, Timetable } from './timetable';

/** Runs each job at its cadence. A job never overlaps itself here; that it may run elsewhere too is the job's to bear. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    private readonly timetable: Timetable,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const job of this.timetable.jobs) this.schedule(job, 0);
  }

  /** Runs every job once, in order, whatever its cadence: how tests let time take effect. */
  async runAll(): Promise<void> {
    for (const job of this.timetable.jobs) await job.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private schedule(job: Job, afterSeconds: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.run(job).finally(() => {
        this.running.delete(run);
        this.schedule(job, job.everySeconds);
      });
      this.running.add(run);
    }, afterSeconds * 1000);
    this.timers.add(timer);
  }

  private async run(job: Job): Promise<void> {
    try {
      await job.run();
    } catch (error) {
      this.log.error({ err: error, job: job.name }, 'job failed; it runs again at its next turn');
    }
  }
}
