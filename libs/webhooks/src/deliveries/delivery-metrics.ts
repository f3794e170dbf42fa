import { Counter, Gauge } from 'prom-client';

/** Tries by what they came to: delivered, pending (comes again) or failed for good. */
export const attemptsMade = new Counter({
  name: 'webhook_attempts_total',
  help: 'Webhook delivery attempts by outcome',
  labelNames: ['outcome'],
});

export const sendingNow = new Gauge({
  name: 'webhook_deliveries_in_flight',
  help: 'Webhook deliveries being sent',
});
