import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Caller } from '@app/http';
import { Clock, notFound, uuidv7 } from '@app/kernel';
import { WebhookEndpointQueries } from '@app/merchants';
import type { Pool } from 'pg';
import { type Attempt, isDelivered } from '../../deliveries/delivery';
import { DeliverySenderService } from '../../deliveries/delivery-sender.service';
import { envelope } from '../../deliveries/envelope.view';
import { testPing } from '../../events/public/ping.events';

const EVENT = 'test.ping';

export interface TestPingResult {
  /** HTTP status the endpoint answered; null when it gave no answer. */
  status: number | null;
  delivered: boolean;
  error?: string;
}

/** Sends a signed `test.ping` at once and stores it among the deliveries, without retries. */
@Injectable()
export class SendTestPing {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly endpoints: WebhookEndpointQueries,
    private readonly sender: DeliverySenderService,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws NOT_FOUND unless the endpoint is the caller's. A disabled endpoint gets the ping too, so that it can
   * be tested before it is enabled. The outcome is in the result. Must be called outside a transaction.
   */
  async send(caller: Caller, endpointId: string): Promise<TestPingResult> {
    const { appId } = await this.endpoints.byIdFor(caller, endpointId);
    const [destination] = await this.endpoints.destinationsOf([endpointId]);
    if (!destination) throw notFound('Webhook endpoint');
    const at = this.clock.now();
    const eventId = randomUUID();
    const body = envelope(EVENT, testPing(endpointId, appId), at);
    const outgoing = { eventId, sequence: null, object: null, attempt: 1, body };
    const attempt = await this.sender.sendTo(destination, outgoing);
    await this.keep(endpointId, appId, eventId, body, at, attempt);
    return {
      status: attempt.status,
      delivered: isDelivered(attempt),
      ...(attempt.error !== null && { error: attempt.error }),
    };
  }

  private async keep(
    endpointId: string,
    appId: string,
    eventId: string,
    body: string,
    at: Date,
    attempt: Attempt,
  ): Promise<void> {
    await this.pool.query(
      `WITH delivery AS (
         INSERT INTO webhook_deliveries (id, created_at, event_id, event, app_id, owner_id, mode, endpoint_id, body, status, attempts)
         SELECT $1, $2, $3, $4, a.id, a.owner_id, a.mode, $6, $7, $8, 1 FROM merchant_apps a WHERE a.id = $5 RETURNING id
       )
       INSERT INTO webhook_attempts (id, created_at, delivery_id, attempt, status, latency_ms, answer, error)
       SELECT $9, $10, id, 1, $11, $12, $13, $14 FROM delivery`,
      [
        uuidv7(at),
        at,
        eventId,
        EVENT,
        appId,
        endpointId,
        body,
        isDelivered(attempt) ? 'delivered' : 'failed',
        uuidv7(attempt.at),
        attempt.at,
        attempt.status,
        attempt.latencyMs,
        attempt.answer,
        attempt.error,
      ],
    );
  }
}
