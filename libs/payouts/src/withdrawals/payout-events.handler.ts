import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type GatewayEvent, type GatewayEventHandler, GatewayEventsService } from '@app/charges';
import { isUuid } from '@app/kernel';
import { WorkQueue } from '@app/queue';
import { Commands } from '@app/write-path';
import { ReportPayout } from './commands/report-payout';

/** The events of payout providers, whose references are ids of withdrawals. The provider is asked about each of them. */
@Injectable()
export class PayoutEvents implements GatewayEventHandler, OnModuleInit {
  constructor(
    private readonly events: GatewayEventsService,
    private readonly commands: Commands,
    private readonly queue: WorkQueue,
  ) {}

  onModuleInit(): void {
    this.events.register(this);
  }

  knows(reference: string): boolean {
    return isUuid(reference);
  }

  async handle({ reference }: GatewayEvent): Promise<void> {
    const isDue = await this.commands.execute(new ReportPayout(reference.toLowerCase(), 'provider'));
    if (isDue) this.queue.add('payout-dispatch', 'wake');
  }
}
