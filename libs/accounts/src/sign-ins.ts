import { Injectable } from '@nestjs/common';
import { Clock, uuidv7 } from '@app/kernel';
import { ACCESS_TOKEN, AccessTokens } from './access-tokens';
import { type Client, Session } from './session.aggregate';
import { Sessions } from './sessions';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
}

/** Opens sessions and hands out their tokens, within the command that decided it. */
@Injectable()
export class SignIns {
  constructor(
    private readonly sessions: Sessions,
    private readonly accessTokens: AccessTokens,
    private readonly clock: Clock,
  ) {}

  open(userId: string, client: Client): Tokens {
    const now = this.clock.now();
    const session = Session.open(uuidv7(now), userId, client, now);
    this.sessions.add(session);
    return this.tokensOf(session);
  }

  tokensOf(session: Session): Tokens {
    return {
      access_token: this.accessTokens.issue(session.userId, session.id),
      refresh_token: this.sessions.issueToken(session),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN.seconds,
    };
  }
}
