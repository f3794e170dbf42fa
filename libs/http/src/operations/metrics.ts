import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client';

collectDefaultMetrics();

/** Seconds from request to response, by method, route and status. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 35],
});

/** Requests that were served although the action does not know some of their fields, by method and route. */
export const unknownFields = new Counter({
  name: 'http_requests_with_unknown_fields_total',
  help: 'Requests served with fields that the action does not know',
  labelNames: ['method', 'route'],
});

export { register as metricsRegistry };
