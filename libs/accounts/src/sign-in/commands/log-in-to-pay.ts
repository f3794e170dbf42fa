import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Credentials, Recognition } from '../authenticator.service';
import type { Client } from '../session.aggregate';
import { type AccessToken, SignIns } from '../session-issuer.service';

export interface SignedInBuyer extends AccessToken {
  userId: string;
  /** To greet them by. */
  name: string;
}

/** Signs a buyer in on a payment page: a quarter of an hour, on the checkout host alone, without a refresh token. */
export class LogInToPay extends Command<SignedInBuyer> {
  constructor(
    readonly credentials: Credentials,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(LogInToPay)
export class LogInToPayHandler implements ICommandHandler<LogInToPay> {
  constructor(
    private readonly recognition: Recognition,
    private readonly signIns: SignIns,
  ) {}

  async execute({ credentials, client }: LogInToPay): Promise<SignedInBuyer> {
    const user = await this.recognition.of(credentials, client);
    const { id: userId, businessName, firstName, lastName } = user;
    return {
      ...this.signIns.openToPay(userId, client),
      ...{ userId, name: businessName ?? `${firstName} ${lastName}` },
    };
  }
}
