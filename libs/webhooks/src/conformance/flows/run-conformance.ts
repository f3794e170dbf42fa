import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { type Caller, ownerOf } from '@app/http';
import { DomainError, invalid, within } from '@app/kernel';
import { type DeliveryEndpoint, WebhookEndpointQueries } from '@app/merchants';
import { type ConformanceRun, ConformanceRunsStore } from '../conformance-runs.store';
import { ExaminationService } from '../examination.service';

/** How long a caller waits for the report; the run continues after that. */
const WAIT_MS = 20_000;
/** Runs of this process at once; those of one account are fewer, so that it takes no place from others. */
const MAX_CONCURRENT = 32;
const MAX_OF_ACCOUNT = 2;

/**
 * Runs examinations next to the requests that start them: a limited number in each process and one at a time
 * per endpoint. When the process ends, its runs are marked as abandoned.
 */
@Injectable()
export class RunConformance implements OnModuleDestroy {
  private readonly logger = new Logger('Conformance');
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  /** The account of each run, from before it is stored. */
  private readonly accounts = new Map<symbol, string>();

  constructor(
    private readonly endpoints: WebhookEndpointQueries,
    private readonly runs: ConformanceRunsStore,
    private readonly examination: ExaminationService,
  ) {}

  /**
   * Returns the finished run, or the active one when it takes longer. Throws NOT_FOUND for an endpoint of
   * another account, CONFLICT while the account has too many.
   */
  async start(caller: Caller, endpointId: string): Promise<ConformanceRun> {
    const endpoint = await this.endpoints.byIdFor(caller, endpointId);
    if (!(await this.runs.isOfTestMode(endpoint.id)))
      throw invalid('id', 'Conformance runs are for endpoints of test apps; this one belongs to a live app.');
    const place = this.takePlace(endpoint.ownerId);
    const id = await this.runs.openRun(endpoint).catch((error: unknown) => {
      this.accounts.delete(place);
      throw error;
    });
    const run = this.run(id, endpoint).finally(() => {
      this.accounts.delete(place);
      this.running.delete(run);
    });
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

  private takePlace(ownerId: string): symbol {
    if (this.accounts.size >= MAX_CONCURRENT || this.stopping.signal.aborted) throw tooMany();
    if ([...this.accounts.values()].filter((owner) => owner === ownerId).length >= MAX_OF_ACCOUNT)
      throw tooManyOfAccount();
    const place = Symbol('conformance run');
    this.accounts.set(place, ownerId);
    return place;
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

function tooManyOfAccount(): DomainError {
  const message = `An account can have ${MAX_OF_ACCOUNT} conformance runs under way; try again in a moment.`;
  return new DomainError('conflict', 'CONFLICT', message, { retry_after: 10 });
}

function tooMany(): DomainError {
  const message = 'Too many conformance runs are under way; try again in a moment.';
  return new DomainError('unavailable', 'SERVICE_UNAVAILABLE', message, { retry_after: 10 });
}
