import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CheckoutSession } from '../checkout-session.aggregate';
import { type NewSession, SessionOpening } from '../session-opening.service';

/** Opens a session for a buyer to pay. */
export class CreateSession extends Command<CheckoutSession> {
  constructor(readonly request: Omit<NewSession, 'origin'>) {
    super();
  }
}

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(private readonly opening: SessionOpening) {}

  execute({ request }: CreateSession): Promise<CheckoutSession> {
    return this.opening.openSession({ ...request, origin: 'api' });
  }
}
