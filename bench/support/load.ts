import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PEOPLE } from './people';
import type { DueTraffic, TransferTraffic } from './requests';

export interface LoadOrder {
  /** Connections are spread over the ports in turn. */
  ports: number[];
  connections: number;
  seconds: number;
  people: number;
  request: TransferTraffic | DueTraffic | { kind: 'fixed'; text: string };
}

export interface LoadReport {
  seconds: number;
  /** Milliseconds from request to answer. */
  latencies: number[];
  refused: number;
  /** The first answer that was not a success. */
  sample: string;
}

/** Load from a process of its own: what it measures has its event loop to itself. */
export class Load {
  private readonly child: ChildProcess = fork(path.join(__dirname, '..', 'load-generator.js'));

  async run(order: Omit<LoadOrder, 'people'>): Promise<LoadReport> {
    this.child.send({ ...order, people: PEOPLE } satisfies LoadOrder);
    const [report] = (await once(this.child, 'message')) as [LoadReport];
    if (report.refused > 0) throw new Error(`${report.refused} requests were refused:\n${report.sample}`);
    return report;
  }

  /** Answers per second. */
  async rate(order: Omit<LoadOrder, 'people'>): Promise<number> {
    const { latencies, seconds } = await this.run(order);
    return latencies.length / seconds;
  }

  stop(): void {
    this.child.kill();
  }
}
