import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { DueWorker, WorkQueue } from '@app/queue';
import { OutboxRelay } from '@app/write-path';
import type { ClaimedDelivery } from './delivery';
import { DeliverySourceService } from './delivery-source.service';

const SWEEP_MS = 2000;

/** Sends due deliveries: woken after each relayed batch, as attempts end, and every two seconds. */
@Injectable()
export class DeliveryWorkerService extends DueWorker<ClaimedDelivery> {
  constructor(deliveries: DeliverySourceService, clock: Clock, queue: WorkQueue, relay: OutboxRelay) {
    super(deliveries, {
      clock,
      sweepMs: SWEEP_MS,
      logger: new Logger('Webhooks'),
      what: 'webhook delivery',
      wokenBy: { name: 'webhook-delivery', queue, relay },
    });
  }
}
