import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SystemClock } from '@app/kernel';
import { type DueSource, DueWorker } from '@app/queue';
import { Agent, request } from 'undici';

const TIMEOUT_MS = 25_000;

export interface SenderOptions {
  /** Name of the logger. */
  name: string;
  /** Events sent at once. */
  concurrency: number;
  connections: number;
  pollMs: number;
}

/** Sends stored events of a simulated company while the app runs. A subclass claims, sends and ends them. */
export abstract class EventSenderService<Due extends { id: string | number }>
  implements DueSource<Due>, OnApplicationBootstrap, OnModuleDestroy
{
  readonly limits: { concurrency: number };
  private readonly agent: Agent;
  private readonly worker: DueWorker<Due>;

  protected constructor({ name, concurrency, connections, pollMs }: SenderOptions) {
    this.limits = { concurrency };
    this.agent = new Agent({ connections });
    this.worker = new DueWorker(this, {
      clock: new SystemClock(),
      sweepMs: pollMs,
      logger: new Logger(name),
      what: 'event',
    });
  }

  abstract nextDue(): Promise<Date | null>;
  abstract claim(room: number, upTo: Date): Promise<Due[]>;
  abstract work(event: Due): Promise<void>;

  onApplicationBootstrap(): void {
    this.worker.onApplicationBootstrap();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.onModuleDestroy();
    await this.agent.destroy();
  }

  /** Looks for due events after a delay, so that the HTTP response arrives first. */
  wake(): void {
    void this.worker.wake();
  }

  /** Posts JSON and returns the status of the answer. Throws where there is none in time. */
  protected async post(url: string, headers: Record<string, string>, body: string): Promise<number> {
    const answer = await request(url, {
      dispatcher: this.agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump();
    return answer.statusCode;
  }
}
