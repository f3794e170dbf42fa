import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SystemClock } from '@app/kernel';
import { type DueSource, DueWorker } from '@app/queue';
import { Agent, request } from 'undici';
import { DueEvents, type DueEvent } from './due-events.service';
import { SimulatorSettings } from '../simulator-settings.service';
import { transactionView } from '../charges/transaction.view';

const TIMEOUT_MS = 10_000;

/**
 * Sends `charge.completed` to the tenant's URL at least once; events are stored, so that delivery continues
 * after a restart.
 */
@Injectable()
export class EventDispatcher implements DueSource<DueEvent>, OnApplicationBootstrap, OnModuleDestroy {
  readonly limits = { concurrency: 50 };
  private readonly agent = new Agent({ connections: 16 });
  private readonly worker: DueWorker<DueEvent>;

  constructor(
    private readonly due: DueEvents,
    private readonly settings: SimulatorSettings,
  ) {
    this.worker = new DueWorker(this, {
      clock: new SystemClock(),
      sweepMs: settings.pollMs,
      logger: new Logger('GatewaySimulator'),
      what: 'event',
    });
  }

  onApplicationBootstrap(): void {
    this.worker.onApplicationBootstrap();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.onModuleDestroy();
    await this.agent.destroy();
  }

  /** Looks for due events after a delay, so that the HTTP response arrives first. */
  wake(): void {
    void this.worker.wake();
  }

  /** Sends the events of one charge now, even if they are not due. */
  async deliverFor(chargeId: string): Promise<void> {
    await Promise.all((await this.due.claimOf(chargeId)).map((event) => this.work(event)));
  }

  nextDue(): Promise<Date | null> {
    return this.due.nextDue();
  }

  claim(room: number, upTo: Date): Promise<DueEvent[]> {
    return this.due.claim(room, upTo);
  }

  async work(event: DueEvent): Promise<void> {
    const tenant = this.settings.tenantOf(event.charge.mode);
    const url = tenant?.webhookUrl() ?? null;
    if (!tenant || url === null) return this.due.end(event, 'no-receiver');
    const error = await this.post(url, tenant.webhookHash, event);
    if (error === null) return this.due.end(event, 'sent');
    const retryInMs = this.settings.eventRetryDelaysMs[event.attempts - 1];
    await (retryInMs === undefined
      ? this.due.end(event, 'given-up', error)
      : this.due.retry(event, retryInMs, error));
  }

  private async post(url: string, hash: string, event: DueEvent): Promise<string | null> {
    const body = {
      event: 'charge.completed',
      data: transactionView(event.charge),
      'event.type': `${event.charge.method.toUpperCase()}_TRANSACTION`,
    };
    try {
      const answer = await request(url, {
        dispatcher: this.agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'verif-hash': hash },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body.dump();
      // In this protocol only status 200 acknowledges an event.
      return answer.statusCode === 200 ? null : `answered ${answer.statusCode}`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
