import { collectDefaultMetrics, Histogram, register } from 'prom-client';

collectDefaultMetrics();

/** Seconds from request to response, by method, route and status. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 35],
});

export { register as metricsRegistry };
