import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times } from '@app/kernel';
import { CheckoutSessionRepository } from '../checkout-session.repository';

/** Ends a session whose time is over; one that was paid, is being paid or has ended already is left as it is. */
export class EndOverdueSession extends Command<boolean> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(EndOverdueSession)
export class EndOverdueSessionHandler implements ICommandHandler<EndOverdueSession> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly times: Times,
  ) {}

  async execute({ id }: EndOverdueSession): Promise<boolean> {
    const session = await this.sessions.byId(id);
    const now = await this.times.of(session);
    if (session.status !== 'pending' || !session.isOver(now)) return false;
    session.expire();
    this.sessions.save(session);
    return true;
  }
}
