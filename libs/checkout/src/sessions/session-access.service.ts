import { Inject, Injectable } from '@nestjs/common';
import type { HostName } from '@app/config';
import { type AppCaller, type Caller, HOST, modeOf, type UserCaller } from '@app/http';
import { type Mode, notFound } from '@app/kernel';
import { signInToPay, wrongSessionToken } from '../common/checkout.errors';
import type { CheckoutSession } from './checkout-session.aggregate';
import { CheckoutSessionRepository } from './checkout-session.repository';
import { tokenHash } from './session-tokens.service';

/** Who may pay a session: the app that made it, and every holder of its token. */
@Injectable()
export class SessionAccessService {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  async payable(caller: Caller, sessionId: string): Promise<CheckoutSession> {
    if (caller.kind === 'app') return this.sessions.ofApp(caller.appId, caller.mode, sessionId);
    const session = caller.kind === 'buyer' ? await this.opened(caller.sessionToken) : null;
    if (!session) throw wrongSessionToken();
    if (session.sessionId !== sessionId) throw notFound('Checkout session');
    return session;
  }

  /** A session of the caller's account that the API opened, by its token; a session of another account is not found. */
  async ofMerchant({ ownerId, mode }: AppCaller, token: string): Promise<CheckoutSession> {
    const session = await this.opened(token);
    const isOwn = session?.ownerId === ownerId && session.mode === mode && session.origin === 'api';
    if (!session || !isOwn) throw notFound('Checkout session');
    return session;
  }

  /** Any session of this host by its public id: a signed-in buyer may pay any of them. */
  async anySession(caller: UserCaller, sessionId: string): Promise<CheckoutSession> {
    this.requireMadeFor(caller, sessionId);
    return this.sessions.byPublicId(sessionId, this.mode);
  }

  /** Throws UNAUTHENTICATED where the buyer signed in on the page of another session. */
  requireMadeFor({ paysOnly }: UserCaller, sessionId: string): void {
    if (paysOnly !== undefined && paysOnly !== sessionId) throw signInToPay();
  }

  /** The session a token opens on this host; null where it opens none. */
  opened(token: string): Promise<CheckoutSession | null> {
    return this.sessions.byTokenHash(tokenHash(token), this.mode);
  }

  /** The sandbox knows test sessions only, every other host live ones. */
  get mode(): Mode {
    return modeOf(this.host);
  }
}
