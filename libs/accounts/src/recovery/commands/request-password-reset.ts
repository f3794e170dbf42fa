import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PasswordResets } from '../password-resets.service';

/** Notes that somebody wants to set the password of an address. Whether it has an account is looked up by the mail. */
export class RequestPasswordReset extends Command<void> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(RequestPasswordReset)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordReset> {
  constructor(private readonly resets: PasswordResets) {}

  execute({ email }: RequestPasswordReset): Promise<void> {
    this.resets.request(email);
    return Promise.resolve();
  }
}
