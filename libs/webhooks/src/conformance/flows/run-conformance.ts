import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { type Caller, ownerOf } from '@app/http';
import { DomainError, invalid, within } from '@app/kernel';
import { type DeliveryEndpoint, WebhookEndpoints } from '@app/merchants';
import { type ConformanceRun, ConformanceRuns } from '../conformance-runs.store';
import { Examination } from '../examination.service';

/** How long a caller waits for the report; the run continues after that. */
const WAIT_MS = 20_000;
const MAX_CONCURRENT = 8;

/**
 * Runs examinations next to the requests that start them: a limited number in each process and one at a time
 * per endpoint. When the process ends, its runs are marked as abandoned.
 */
@Injectable()
export class RunConformance implements OnModuleDestroy {
  private readonly logger = new Logger('Conformance');
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly runs: ConformanceRuns,
    private readonly examination: Examination,
  ) {}

  /**
   * Returns the finished run, or the active one when it takes longer. Throws NOT_FOUND for an endpoint of
   * another account.
   */
  async start(caller: Caller, endpointId: string): Promise<ConformanceRun> {
    const endpoint = await this.endpoints.byIdFor(caller, endpointId);
    if (!(await this.runs.isOfTestMode(endpoint.id)))
      throw invalid('id', 'Conformance runs are for endpoints of test apps; this one belongs to a live app.');
    if (this.running.size >= MAX_CONCURRENT || this.stopping.signal.aborted) throw tooMany();
    const id = await this.runs.openRun(endpoint);
    const run = this.run(id, endpoint).finally(() => this.running.delete(run));
    this.running.add(run);
    await within(WAIT_MS, run, () => undefined);
    return this.find(caller, id);
  }

  find(caller: Caller, runId: string): Promise<ConformanceRun> {
    const appId = caller.kind === 'app' ? caller.appId : null;
    return this.runs.find({ ownerId: ownerOf(caller), appId }, runId);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  /** Never rejects: an error of the service ends the run as aborted. */
  private async run(id: string, { id: endpointId, url }: DeliveryEndpoint): Promise<void> {
    try {
      const secrets = await this.endpoints.secretsOf(endpointId);
      const rules = await this.examination
        .examine({ runId: id, url, secrets }, this.stopping.signal)
        .catch((error: Error) => this.abort(id, error));
      await this.runs.close(id, endpointId, rules);
    } catch (error) {
      this.abort(id, error as Error);
    }
  }

  private abort(id: string, error: Error): null {
    if (!this.stopping.signal.aborted) this.logger.error(`run ${id}: ${error.message}`, error.stack);
    return null;
  }
}

function tooMany(): DomainError {
  const message = 'Too many conformance runs are under way; try again in a moment.';
  return new DomainError('unavailable', 'SERVICE_UNAVAILABLE', message, { retry_after: 10 });
}
