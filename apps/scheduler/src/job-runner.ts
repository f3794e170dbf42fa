import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { JobTurnsStore, WorkQueue } from '@app/queue';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { type Job, Timetable } from './timetable';

/**
 * A starting scheduler runs every job that did not run within this time, because an earlier process may have left
 * work.
 */
const AFTER_START_SECONDS = 1;
/** A job that staff request is started within this time, even if the notification is lost. */
const MAX_WAIT_SECONDS = 30;
const AFTER_FAULT_SECONDS = 5;
const MIN_WAIT_SECONDS = 0.05;

const runs = new Counter({
  name: 'scheduled_job_runs_total',
  help: 'Runs of time-driven jobs by outcome',
  labelNames: ['job', 'outcome'],
});

/**
 * Runs each job at its cadence, once per turn for all schedulers together. A job never overlaps itself in this
 * process. A job that takes longer than its cadence may overlap itself in another scheduler, so it must allow that.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly timers = new Map<Job, NodeJS.Timeout>();
  private readonly running = new Map<Job, Promise<number>>();
  private readonly stop = new AbortController();

  constructor(
    private readonly timetable: Timetable,
    private readonly turns: JobTurnsStore,
    private readonly queue: WorkQueue,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { jobs } = this.timetable;
    this.queue.process('scheduled-job', jobs.length, (name) => this.wake(name));
    for (const job of jobs) this.turn(job, Math.min(AFTER_START_SECONDS, job.everySeconds));
  }

  /** Runs every job once, in order and regardless of cadence. Tests use it after they move the clock. */
  async runAll(): Promise<void> {
    for (const job of this.timetable.jobs) await job.run(new AbortController().signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.running.values());
  }

  /** Runs the job at once, because a member of staff requested it in the database. */
  private async wake(name: string): Promise<void> {
    const job = this.timetable.jobs.find((known) => known.name === name);
    if (!job) return;
    await this.running.get(job);
    this.turn(job, job.everySeconds);
    await this.running.get(job);
  }

  /** Runs the job if its turn is due, and schedules the next check. */
  private turn(job: Job, afterSeconds: number): void {
    clearTimeout(this.timers.get(job));
    if (this.stop.signal.aborted || this.running.has(job)) return;
    const turn = this.runInTurn(job, afterSeconds).catch((error: Error) => {
      this.log.warn({ err: error, job: job.name }, 'job waits: its turn could not be read');
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
      if (this.stop.signal.aborted) clearTimeout(this.timers.get(job));
    });
  }

  /** Returns the seconds until the next check. */
  private async runInTurn(job: Job, afterSeconds: number): Promise<number> {
    const left = await this.turns.claimTurn(job, afterSeconds);
    if (left !== null) return left / 1000;
    const fault = await this.run(job);
    await this.turns.finished(job, fault);
    return job.everySeconds;
  }

  private async run(job: Job): Promise<Error | undefined> {
    try {
      await job.run(this.stop.signal);
      runs.inc({ job: job.name, outcome: 'done' });
      return undefined;
    } catch (error) {
      runs.inc({ job: job.name, outcome: 'failed' });
      this.log.error({ err: error, job: job.name }, 'job failed; it runs again at its next turn');
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}
