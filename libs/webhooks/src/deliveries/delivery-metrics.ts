import { Counter, Gauge } from 'prom-client';

/** Attempts by outcome: delivered, pending (will be retried) or failed for good. */
export const attemptsMade = new Counter({
  name: 'webhook_attempts_total',
  help: 'Webhook delivery attempts by outcome',
  labelNames: ['outcome'],
});

export const sendingNow = new Gauge({
  name: 'webhook_deliveries_in_flight',
  help: 'Webhook deliveries being sent',
});
