import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Agent, request } from 'undici';
import { DueEvents, type DueEvent } from './due-events.service';
import { SimulatorSettings } from '../simulator-settings.service';
import { transactionView } from '../charges/transaction.view';

const TIMEOUT_MS = 10_000;

/** Sends `charge.completed` to the tenant's address over HTTP: at least once, from the table, so that a restart goes on. */
@Injectable()
export class EventDispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('GatewaySimulator');
  private readonly agent = new Agent({ connections: 16 });
  private poll: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly due: DueEvents,
    private readonly settings: SimulatorSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.poll = setInterval(() => void this.drain(), this.settings.pollMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.poll);
    await this.running;
    await this.agent.destroy();
  }

  /** Looks for due events once the answer has had its head start; the poll finds what this misses. */
  wake(): void {
    setTimeout(() => void this.drain(), this.settings.eventDelayMs + 10).unref();
  }

  /** Sends the events of one charge now, due or not. */
  async deliverFor(chargeId: string): Promise<void> {
    await Promise.all((await this.due.claimOf(chargeId)).map((event) => this.deliver(event)));
  }

  private drain(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.running ??= this.deliverDue().finally(() => (this.running = undefined));
    return this.running;
  }

  private async deliverDue(): Promise<void> {
    try {
      let claimed: DueEvent[];
      do {
        claimed = await this.due.claim();
        await Promise.all(claimed.map((event) => this.deliver(event)));
      } while (claimed.length > 0 && !this.stopped);
    } catch (error) {
      // The database is away; the rows are still due when it comes back.
      this.logger.warn(`events wait: ${(error as Error).message}`);
    }
  }

  private async deliver(event: DueEvent): Promise<void> {
    const tenant = this.settings.tenantOf(event.charge.mode);
    const url = tenant?.webhookUrl() ?? null;
    if (!tenant || url === null) return this.due.noReceiver(event);
    const error = await this.post(url, tenant.webhookHash, event);
    if (error === null) return this.due.sent(event);
    const retryInMs = this.settings.eventRetryDelaysMs[event.attempts - 1];
    await (retryInMs === undefined ? this.due.giveUp(event, error) : this.due.retry(event, retryInMs, error));
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
      // The protocol takes 200 for an acknowledgement and nothing else.
      return answer.statusCode === 200 ? null : `answered ${answer.statusCode}`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
