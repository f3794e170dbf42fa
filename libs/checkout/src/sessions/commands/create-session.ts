import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CheckoutSession } from '../checkout-session.aggregate';
import { type NewSession, SessionOpeningService } from '../session-opening.service';

/** Opens a session for a buyer to pay. */
export class CreateSession extends Command<CheckoutSession> {
  constructor(readonly request: Omit<NewSession, 'origin'>) {
    super();
  }
}

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(private readonly opening: SessionOpeningService) {}

  execute({ request }: CreateSession): Promise<CheckoutSession> {
    return this.opening.openSession({ ...request, origin: 'api' });
  }
}
