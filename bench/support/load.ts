import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PEOPLE } from './people';
import type { Traffic } from './requests';

export interface LoadOrder {
  /** Ports over which the connections are distributed in turn. */
  ports: number[];
  connections: number;
  seconds: number;
  people: number;
  /** `refusal`: the status with which it is answered; absent: 200. */
  request: Traffic | { kind: 'fixed'; text: string; refusal?: number };
}

export interface LoadReport {
  seconds: number;
  /** Milliseconds from request to response. */
  latencies: number[];
  refused: number;
  /** The first response with another status than expected. */
  sample: string;
}

const MINUTE_MS = 60_000;
/**
 * Requests per minute that the rate limits allow all people together, 20 each. A run begins when at most half is
 * used.
 */
export const PAYMENTS_A_MINUTE = 20 * PEOPLE;

/** Generates load from another process, so that the measured server has its event loop to itself. */
export class Load {
  private readonly child: ChildProcess = fork(path.join(__dirname, '..', 'load-generator.js'));
  private readonly asked: { at: number; count: number }[] = [];

  constructor(private readonly mostAMinute = Infinity) {}

  async run(order: Omit<LoadOrder, 'people'>): Promise<LoadReport> {
    await this.room();
    this.child.send({ ...order, people: PEOPLE } satisfies LoadOrder);
    const [report] = (await once(this.child, 'message')) as [LoadReport];
    this.asked.push({ at: performance.now(), count: report.latencies.length });
    if (report.refused > 0) throw new Error(`${report.refused} requests were refused:\n${report.sample}`);
    return report;
  }

  /** Responses per second. */
  async rate(order: Omit<LoadOrder, 'people'>): Promise<number> {
    const { latencies, seconds } = await this.run(order);
    return latencies.length / seconds;
  }

  /** Waits until the people have enough requests left. */
  private async room(): Promise<void> {
    const lately = () => this.asked.filter(({ at }) => at > performance.now() - MINUTE_MS);
    while (lately().reduce((sum, { count }) => sum + count, 0) > this.mostAMinute / 2) {
      await sleep(lately()[0]!.at + MINUTE_MS - performance.now() + 1);
    }
  }

  stop(): void {
    this.child.kill();
  }
}
