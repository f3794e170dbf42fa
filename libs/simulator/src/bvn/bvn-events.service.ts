import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Mode, SystemClock } from '@app/kernel';
import { type DueSource, DueWorker } from '@app/queue';
import { DataSource } from 'typeorm';
import { Agent, request } from 'undici';
import { SimulatorSettings } from '../simulator-settings.service';

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 4;

interface DueEvent {
  id: string;
  mode: Mode;
  attempts: number;
  reference: string;
  first_name: string;
  last_name: string;
}

/** Sends `bvn.completed` at least once, when a verification that was pending has a result. */
@Injectable()
export class SimulatedBvnEvents implements DueSource<DueEvent>, OnApplicationBootstrap, OnModuleDestroy {
  readonly limits = { concurrency: 4 };
  private readonly agent = new Agent({ connections: 4 });
  private readonly worker: DueWorker<DueEvent>;

  constructor(
    private readonly database: DataSource,
    private readonly settings: SimulatorSettings,
  ) {
    this.worker = new DueWorker(this, {
      clock: new SystemClock(),
      sweepMs: settings.pollMs,
      logger: new Logger('BvnSimulator'),
      what: 'event',
    });
  }

  onApplicationBootstrap(): void {
    this.worker.onApplicationBootstrap();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.onModuleDestroy();
    await this.agent.destroy();
  }

  wake(): void {
    void this.worker.wake();
  }

  async nextDue(): Promise<Date | null> {
    const [row] = await this.database.query<{ due_at: Date | null }[]>(
      `SELECT min(event_due_at) AS due_at FROM simulator.bvn_verifications
        WHERE event_state = 'due' AND mode = ANY($1)`,
      [this.modes],
    );
    return row!.due_at;
  }

  claim(room: number, upTo: Date): Promise<DueEvent[]> {
    return this.database.query(
      `WITH claimed AS (
         UPDATE simulator.bvn_verifications
            SET event_attempts = event_attempts + 1, event_due_at = now() + interval '30 seconds'
          WHERE id IN (SELECT id FROM simulator.bvn_verifications
                        WHERE event_state = 'due' AND event_due_at <= $2 AND mode = ANY($3)
                        ORDER BY event_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, mode, event_attempts AS attempts, reference, first_name, last_name)
       SELECT * FROM claimed`,
      [room, upTo, this.modes],
    );
  }

  async work(event: DueEvent): Promise<void> {
    const isTaken = await this.post(event).catch(() => false);
    const state = isTaken ? 'sent' : event.attempts >= MAX_ATTEMPTS ? 'given-up' : 'due';
    await this.database.query(
      `UPDATE simulator.bvn_verifications SET event_state = $2, event_due_at = now() + interval '1 second' WHERE id = $1`,
      [event.id, state],
    );
  }

  private get modes(): string[] {
    return this.settings.tenants.map(({ mode }) => mode);
  }

  private async post({ mode, reference, first_name, last_name }: DueEvent): Promise<boolean> {
    const tenant = this.settings.tenantOf(mode);
    const url = tenant?.webhookUrl();
    if (!tenant || !url) return true;
    const data = { first_name, last_name, reference, status: 'COMPLETED' };
    const answer = await request(url, {
      dispatcher: this.agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'verif-hash': tenant.webhookHash },
      body: JSON.stringify({ event: 'bvn.completed', data }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  }
}
