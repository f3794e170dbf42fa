import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, uuidv7 } from '@app/kernel';
import { PayoutLanesStore } from '../payout-lanes.store';
import { PayoutProviderPaused } from '../withdrawal.events';

/** Alerts staff that a provider takes no withdrawals until they act, of each cause once a day. */
export class AlertOfPausedProvider extends Command<void> {
  constructor(
    readonly provider: string,
    readonly cause: 'insufficient_float' | 'credentials_refused',
    /** The provider's words, redacted. */
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(AlertOfPausedProvider)
export class AlertOfPausedProviderHandler implements ICommandHandler<AlertOfPausedProvider> {
  constructor(
    private readonly lanes: PayoutLanesStore,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ provider, cause, reason }: AlertOfPausedProvider): Promise<void> {
    if (!(await this.lanes.isUnreported(provider, cause))) return;
    this.lanes.report(provider, cause);
    const id = uuidv7(this.clock.now());
    this.eventBus.publish(new PayoutProviderPaused(id, id, 'live', { provider, cause, reason }));
  }
}
