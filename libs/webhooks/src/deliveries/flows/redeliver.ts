import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Caller } from '@app/http';
import { Clock, DomainError, isUuid, notFound } from '@app/kernel';
import { WebhookEndpointQueries } from '@app/merchants';
import type { Pool } from 'pg';
import { AttemptLogStore } from '../attempt-log.store';
import { DeliverySenderService } from '../delivery-sender.service';
import { isDelivered, type StartedDelivery } from '../delivery';

/** More attempts are not needed, and the number of attempts has to be limited. */
const MAX_TRIES = 1000;

export interface RedeliveryResult {
  delivery_id: string;
  event_id: string;
  /** The number of this attempt. */
  attempt: number;
  /** HTTP status the endpoint answered; null when it gave no answer. */
  status: number | null;
  delivered: boolean;
  error?: string;
}

interface Row {
  created_at: Date;
  event_id: string;
  sequence: string | null;
  object_id: string | null;
  object_sequence: string;
  attempts: number;
  body: string;
}

/**
 * Sends a delivery again at once, under the same event id and in any state. The retry schedule stays as it is
 * unless this attempt succeeds.
 */
@Injectable()
export class Redeliver {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly endpoints: WebhookEndpointQueries,
    private readonly sender: DeliverySenderService,
    private readonly log: AttemptLogStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws NOT_FOUND unless the delivery is the caller's, CONFLICT while it is being sent. The outcome is in
   * the result. Must be called outside a transaction.
   */
  async send(caller: Caller, id: string): Promise<RedeliveryResult> {
    const endpointId = await this.endpointOf(caller, id);
    const [destination] = await this.endpoints.destinationsOf([endpointId]);
    if (!destination) throw notFound('Delivery');
    const delivery = await this.numbered(id, endpointId);
    const attempt = await this.sender.sendTo(destination, delivery);
    await this.log.record(delivery, attempt);
    return {
      delivery_id: id,
      event_id: delivery.eventId,
      attempt: delivery.attempt,
      status: attempt.status,
      delivered: isDelivered(attempt),
      ...(attempt.error !== null && { error: attempt.error }),
    };
  }

  private async endpointOf(caller: Caller, id: string): Promise<string> {
    const { rows } = isUuid(id)
      ? await this.pool.query<{ endpoint_id: string }>(
          'SELECT endpoint_id FROM webhook_deliveries WHERE id = $1',
          [id],
        )
      : { rows: [] };
    const endpointId = rows[0]?.endpoint_id;
    if (endpointId === undefined) throw notFound('Delivery');
    await this.endpoints.byIdFor(caller, endpointId).catch(() => {
      throw notFound('Delivery');
    });
    return endpointId;
  }

  /** Takes the next attempt number, unless a worker is sending the delivery. */
  private async numbered(id: string, endpointId: string): Promise<StartedDelivery> {
    const { rows } = await this.pool.query<Row>(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, by_hand = by_hand + 1
        WHERE id = $1 AND attempts < $2 AND (claimed_until IS NULL OR claimed_until <= $3)
        RETURNING created_at, event_id, sequence, object_id, object_sequence, attempts, body`,
      [id, MAX_TRIES, this.clock.now()],
    );
    const [row] = rows;
    if (!row) {
      throw new DomainError('conflict', 'CONFLICT', 'This delivery is being sent just now, or too often.', {
        retry_after: 10,
      });
    }
    return {
      id,
      createdAt: row.created_at,
      claim: randomUUID(),
      endpointId,
      eventId: row.event_id,
      sequence: row.sequence,
      object: row.object_id === null ? null : { id: row.object_id, sequence: row.object_sequence },
      attempt: row.attempts,
      scheduled: null,
      body: row.body,
    };
  }
}
