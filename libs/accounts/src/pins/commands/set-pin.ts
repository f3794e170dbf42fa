import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { invalid } from '@app/kernel';
import { PinChanged } from '../../common/account.events';
import { SessionRepository } from '../../sessions/session.repository';
import { TransactionPinsService } from '../transaction-pins.service';

/** Sets a person's transaction PIN. To change one, the current PIN is asked for and counts as a try. */
export class SetPin extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly pin: string,
    readonly currentPin?: string | null,
  ) {
    super();
  }
}

@CommandHandler(SetPin)
export class SetPinHandler implements ICommandHandler<SetPin> {
  constructor(
    private readonly pins: TransactionPinsService,
    private readonly sessions: SessionRepository,
    private readonly eventBus: EventBus,
  ) {}

  async execute({ userId, sessionId, pin, currentPin }: SetPin): Promise<void> {
    this.sessions.holdOpen(sessionId);
    const current = await this.pins.currentOf(userId);
    if (current === null) return this.pins.set(userId, pin);
    if (currentPin == null) throw invalid('current_pin', 'current_pin is needed to change the PIN.');
    await this.pins.check(userId, currentPin);
    this.pins.change(userId, pin, current);
    this.eventBus.publish(new PinChanged(userId, userId, 'live', { userId }));
  }
}
