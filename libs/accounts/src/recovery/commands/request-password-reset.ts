import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PasswordResetsService } from '../password-resets.service';

/** Requests a new password for an address. Whether it has an account is looked up when the mail is written. */
export class RequestPasswordReset extends Command<void> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(RequestPasswordReset)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordReset> {
  constructor(private readonly resets: PasswordResetsService) {}

  execute({ email }: RequestPasswordReset): Promise<void> {
    this.resets.request(email);
    return Promise.resolve();
  }
}
