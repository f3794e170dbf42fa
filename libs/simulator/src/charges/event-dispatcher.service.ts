import { Injectable } from '@nestjs/common';
import { DueEventsService, type DueEvent } from './due-events.service';
import { EventSenderService } from '../common/event-sender.service';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import { transactionView } from './transaction.view';

/**
 * Sends `charge.completed` to the tenant's URL at least once; events are stored, so that delivery continues
 * after a restart.
 */
@Injectable()
export class EventDispatcherService extends EventSenderService<DueEvent> {
  constructor(
    private readonly due: DueEventsService,
    private readonly settings: SimulatorSettingsService,
  ) {
    super({ name: 'GatewaySimulator', concurrency: 50, connections: 16, pollMs: settings.pollMs });
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
    const error = await this.report(url, tenant.webhookHash, event);
    if (error === null) return this.due.end(event, 'sent');
    const retryInMs = this.settings.eventRetryDelaysMs[event.attempts - 1];
    await (retryInMs === undefined
      ? this.due.end(event, 'given-up', error)
      : this.due.retry(event, retryInMs, error));
  }

  /** Null, or why it was not acknowledged. */
  private async report(url: string, hash: string, event: DueEvent): Promise<string | null> {
    const body = {
      event: 'charge.completed',
      data: transactionView(event.charge),
      'event.type': `${event.charge.method.toUpperCase()}_TRANSACTION`,
    };
    try {
      const status = await this.post(url, { 'verif-hash': hash }, JSON.stringify(body));
      // In this protocol only status 200 acknowledges an event.
      return status === 200 ? null : `answered ${status}`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
