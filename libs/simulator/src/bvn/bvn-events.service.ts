import { Injectable } from '@nestjs/common';
import type { Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import { EventSenderService } from '../common/event-sender.service';
import { SimulatorSettingsService } from '../common/simulator-settings.service';

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
export class BvnEventsService extends EventSenderService<DueEvent> {
  constructor(
    private readonly database: DataSource,
    private readonly settings: SimulatorSettingsService,
  ) {
    super({ name: 'BvnSimulator', concurrency: 4, connections: 4, pollMs: settings.pollMs });
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
    const isTaken = await this.report(event).catch(() => false);
    const state = isTaken ? 'sent' : event.attempts >= MAX_ATTEMPTS ? 'given-up' : 'due';
    await this.database.query(
      `UPDATE simulator.bvn_verifications SET event_state = $2, event_due_at = now() + interval '1 second' WHERE id = $1`,
      [event.id, state],
    );
  }

  private get modes(): string[] {
    return this.settings.tenants.map(({ mode }) => mode);
  }

  private async report({ mode, reference, first_name, last_name }: DueEvent): Promise<boolean> {
    const tenant = this.settings.tenantOf(mode);
    const url = tenant?.webhookUrl();
    if (!tenant || !url) return true;
    const data = { first_name, last_name, reference, status: 'COMPLETED' };
    const body = JSON.stringify({ event: 'bvn.completed', data });
    return (await this.post(url, { 'verif-hash': tenant.webhookHash }, body)) === 200;
  }
}
