import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Headers, Inject } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { DomainError } from '@app/kernel';
import type { Pool } from 'pg';
import { WithPolicy } from '../access/policy';
import { missingCredentials } from '../access/access.errors';
import { metricsRegistry } from './metrics';
import { MetricsTextService } from './metrics-text.service';

/** Not counted, so that other traffic from the same address cannot make a probe fail. */
const PROBE = { summary: 'Probe', credentials: [], hidden: true, uncounted: true } as const;

/** Probes and metrics for operators and orchestrators. */
@Controller()
export class OperationsController {
  /** The question to the database that all probes of the moment share. */
  private asking: Promise<unknown> | null = null;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly config: Config,
    private readonly text: MetricsTextService,
  ) {}

  /** Liveness: the process responds. */
  @Get('health/live')
  @WithPolicy(PROBE)
  live(): object {
    return { status: 'ok' };
  }

  /** Readiness: the database responds. Probes are not counted, so they share one question and one connection. */
  @Get('health/ready')
  @WithPolicy(PROBE)
  async ready(): Promise<object> {
    try {
      await (this.asking ??= this.pool.query('SELECT 1').finally(() => (this.asking = null)));
    } catch {
      throw new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'The database is away.', {
        retry_after: 2,
      });
    }
    return { status: 'ok' };
  }

  /** Counted by client address, unlike a probe: a rendering may take tens of milliseconds. */
  @Get('metrics')
  @WithPolicy({ summary: 'Metrics', credentials: [], hidden: true })
  @Header('content-type', metricsRegistry.contentType)
  metrics(@Headers('authorization') authorization = ''): Promise<string> {
    const expected = this.config.env.METRICS_TOKEN;
    if (expected && !equal(authorization, `Bearer ${expected}`)) throw missingCredentials();
    return this.text.read();
  }
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
