import { Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { metricsRegistry } from './metrics';

const RENDERED_EVERY_MS = 1000;

/** The metrics of the process as Prometheus text, rendered at most once a second for all readers. */
@Injectable()
export class MetricsTextService {
  private text: Promise<string> | null = null;
  private renderedAtMs = 0;

  constructor(private readonly clock: Clock) {}

  read(): Promise<string> {
    const now = this.clock.now().getTime();
    if (this.text && now - this.renderedAtMs < RENDERED_EVERY_MS) return this.text;
    this.renderedAtMs = now;
    return (this.text = metricsRegistry.metrics());
  }
}
