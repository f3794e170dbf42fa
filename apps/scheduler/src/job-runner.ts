import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { WorkQueue } from '@app/queue';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { JobTurns } from './job-turns';
import { type Job, Timetable } from './timetable';

/** Work may have been left behind: a scheduler that starts looks at everything, unless another one just did. */
const AFTER_START_SECONDS = 1;
/** A job that staff want run at once is run within this time, even where the wake-up was lost. */
const MAX_WAIT_SECONDS = 30;
const AFTER_FAULT_SECONDS = 5;
const MIN_WAIT_SECONDS = 0.05;

const runs = new Counter({
  name: 'scheduled_job_runs_total',
  help: 'Runs of time-driven jobs by outcome',
  labelNames: ['job', 'outcome'],
});

/**
 * Runs each job at its cadence: once for each of its turns, however many schedulers there are. A job never overlaps
 * itself here; that one which takes longer than its cadence overlaps itself elsewhere is the job's to bear.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly timers = new Map<Job, NodeJS.Timeout>();
  private readonly running = new Map<Job, Promise<number>>();
  private stopped = false;

  constructor(
    private readonly timetable: Timetable,
    private readonly turns: JobTurns,
    private readonly queue: WorkQueue,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { jobs } = this.timetable;
    this.queue.process('scheduled-job', jobs.length, (name) => this.wake(name));
    for (const job of jobs) this.turn(job, Math.min(AFTER_START_SECONDS, job.everySeconds));
  }

  /** Runs every job once, in order, whatever its cadence: how tests let time take effect. */
  async runAll(): Promise<void> {
    for (const job of this.timetable.jobs) await job.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.running.values());
  }

  /** Somebody wants the job run now, and has said so in the database. */
  private async wake(name: string): Promise<void> {
    const job = this.timetable.jobs.find((known) => known.name === name);
    if (!job) return;
    await this.running.get(job);
    this.turn(job, job.everySeconds);
    await this.running.get(job);
  }

  /** Takes the job's turn where there is one, and comes back for the next. */
  private turn(job: Job, afterSeconds: number): void {
    clearTimeout(this.timers.get(job));
    if (this.stopped || this.running.has(job)) return;
    const turn = this.runInTurn(job, afterSeconds).catch((error: Error) => {
      this.log.warn({ err: error, job: job.name }, 'job waits: nobody knows whose turn it is');
      return AFTER_FAULT_SECONDS;
    });
    this.running.set(job, turn);
    void turn.then((seconds) => {
      this.running.delete(job);
      const wait = Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, seconds));
      this.timers.set(
        job,
        setTimeout(() => this.turn(job, job.everySeconds), wait * 1000),
      );
      if (this.stopped) clearTimeout(this.timers.get(job));
    });
  }

  /** Returns the seconds until it makes sense to ask again. */
  private async runInTurn(job: Job, afterSeconds: number): Promise<number> {
    const left = await this.turns.claimTurn(job, afterSeconds);
    if (left !== null) return left / 1000;
    const fault = await this.run(job);
    await this.turns.finished(job, fault);
    return job.everySeconds;
  }

  private async run(job: Job): Promise<Error | undefined> {
    try {
      await job.run();
      runs.inc({ job: job.name, outcome: 'done' });
      return undefined;
    } catch (error) {
      runs.inc({ job: job.name, outcome: 'failed' });
      this.log.error({ err: error, job: job.name }, 'job failed; it runs again at its next turn');
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}
