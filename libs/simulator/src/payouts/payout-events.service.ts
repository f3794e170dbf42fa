import { Injectable } from '@nestjs/common';
import type { Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import { itemView } from './payout-batch.view';
import { PayoutBatchesStore } from './payout-batches.store';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import { StoredEventsService } from '../common/stored-events.service';
import { SimulatedTransfersStore } from './simulated-transfers.store';
import { transferView } from './transfer.view';
import { WalletEventsService } from '../wallet/wallet-events.service';

const EVENTS = {
  name: 'simulator.payout_events',
  reported: `SELECT claimed.*, t.mode FROM claimed LEFT JOIN simulator.transfers t ON t.id = claimed.transfer_id`,
};

interface DueEvent {
  id: string;
  attempts: number;
  transfer_id: string | null;
  mode: Mode | null;
  batch_id: string | null;
}

/** Sends the events of transfers and payout items, at least once, each with the state of the moment. */
@Injectable()
export class PayoutEventsService extends StoredEventsService<DueEvent> {
  constructor(
    database: DataSource,
    private readonly settings: SimulatorSettingsService,
    private readonly transfers: SimulatedTransfersStore,
    private readonly batches: PayoutBatchesStore,
    private readonly walletEvents: WalletEventsService,
  ) {
    super(database, EVENTS, {
      name: 'PayoutSimulator',
      concurrency: 16,
      connections: 8,
      pollMs: settings.pollMs,
    });
  }

  protected report({ transfer_id, mode, batch_id }: DueEvent): Promise<boolean> {
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
