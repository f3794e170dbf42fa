import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Credentials, AuthenticatorService } from '../authenticator.service';
import type { Client } from '../../sessions/session.aggregate';
import { type AccessToken, SessionIssuerService } from '../../sessions/session-issuer.service';

export interface SignedInBuyer extends AccessToken {
  userId: string;
  /** Shown on the payment page. */
  name: string;
}

/** Signs a buyer in on a payment page: a quarter of an hour, for its checkout session alone, without a refresh token. */
export class LogInToPay extends Command<SignedInBuyer> {
  constructor(
    /** `cs_live_…` */
    readonly checkoutSession: string,
    readonly credentials: Credentials,
    readonly client: Client,
  ) {
    super();
  }
}

@CommandHandler(LogInToPay)
export class LogInToPayHandler implements ICommandHandler<LogInToPay> {
  constructor(
    private readonly authenticator: AuthenticatorService,
    private readonly sessionIssuer: SessionIssuerService,
  ) {}

  async execute({ checkoutSession, credentials, client }: LogInToPay): Promise<SignedInBuyer> {
    const { user } = await this.authenticator.verify(credentials, client);
    const { id: userId, businessName, firstName, lastName } = user;
    return {
      ...this.sessionIssuer.issueToPay(checkoutSession, userId, client),
      userId,
      name: businessName ?? `${firstName} ${lastName}`,
    };
  }
}
