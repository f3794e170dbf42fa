import { Injectable } from '@nestjs/common';
import type { Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import { itemView } from './payout-batch.view';
import { PayoutBatchesStore } from './payout-batches.store';
import { EventSenderService } from '../common/event-sender.service';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import { SimulatedTransfersStore } from './simulated-transfers.store';
import { transferView } from './transfer.view';
import { WalletEventsService } from '../wallet/wallet-events.service';

const MAX_ATTEMPTS = 4;

interface DueEvent {
  id: string;
  attempts: number;
  transfer_id: string | null;
  mode: Mode | null;
  batch_id: string | null;
}

/** Sends the events of transfers and payout items, at least once, each with the state of the moment. */
@Injectable()
export class PayoutEventsService extends EventSenderService<DueEvent> {
  constructor(
    private readonly database: DataSource,
    private readonly settings: SimulatorSettingsService,
    private readonly transfers: SimulatedTransfersStore,
    private readonly batches: PayoutBatchesStore,
    private readonly walletEvents: WalletEventsService,
  ) {
    super({ name: 'PayoutSimulator', concurrency: 16, connections: 8, pollMs: settings.pollMs });
  }

  async nextDue(): Promise<Date | null> {
    const [row] = await this.database.query<{ due_at: Date | null }[]>(
      `SELECT min(due_at) AS due_at FROM simulator.payout_events WHERE state = 'due'`,
    );
    return row!.due_at;
  }

  claim(room: number, upTo: Date): Promise<DueEvent[]> {
    return this.database.query(
      `WITH claimed AS (
         UPDATE simulator.payout_events SET attempts = attempts + 1, due_at = now() + interval '30 seconds'
          WHERE id IN (SELECT id FROM simulator.payout_events WHERE state = 'due' AND due_at <= $2
                        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, transfer_id, batch_id, attempts)
       SELECT claimed.*, t.mode FROM claimed LEFT JOIN simulator.transfers t ON t.id = claimed.transfer_id`,
      [room, upTo],
    );
  }

  async work(event: DueEvent): Promise<void> {
    const isTaken = await this.report(event).catch(() => false);
    const state = isTaken ? 'sent' : event.attempts >= MAX_ATTEMPTS ? 'given-up' : 'due';
    await this.database.query(
      `UPDATE simulator.payout_events SET state = $2, due_at = now() + interval '1 second' WHERE id = $1`,
      [event.id, state],
    );
  }

  private report({ transfer_id, mode, batch_id }: DueEvent): Promise<boolean> {
    return batch_id === null ? this.reportTransfer(mode!, transfer_id!) : this.reportItem(batch_id);
  }

  private async reportTransfer(mode: Mode, id: string): Promise<boolean> {
    const transfer = await this.transfers.byId(mode, id);
    const tenant = this.settings.tenantOf(mode);
    const url = tenant?.webhookUrl();
    if (!transfer || !tenant || !url) return true;
    const body = JSON.stringify({
      event: 'transfer.completed',
      'event.type': 'Transfer',
      data: transferView(transfer),
    });
    return (await this.post(url, { 'verif-hash': tenant.webhookHash }, body)) === 200;
  }

  /** Signed with the key of the simulated external wallet. Without that wallet there are no such events. */
  private async reportItem(id: string): Promise<boolean> {
    const batch = await this.batches.byId(id);
    if (!batch || !this.settings.wallet) return true;
    const word = batch.status === 'SUCCESS' ? 'SUCCEEDED' : batch.status;
    return this.walletEvents.send({
      id: `EVENT-${id}-${batch.status}`,
      event_type: `PAYMENT.PAYOUTS-ITEM.${word}`,
      resource_type: 'payouts_item',
      resource: itemView(batch),
    });
  }
}
