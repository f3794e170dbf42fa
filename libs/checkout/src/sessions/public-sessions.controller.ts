import { Body, Req } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import {
  By,
  Context,
  frameNotAllowed,
  isAllowedOrigin,
  isOwnOrigin,
  PostAction,
  type PublicKeyCaller,
  type WireRequest,
  WireController,
} from '@app/http';
import { Config } from '@app/config';
import { invalid, Money, Times } from '@app/kernel';
import { CreateSession } from './commands/create-session';
import { CreatePublicBody } from './public-sessions.dto';
import { SessionTokens } from './session-tokens.service';
import { type SessionFacts, shownStatus } from './session.view';

const MINUTES = 30;

/** Sessions that a merchant's page opens from the browser, with the app's public key. */
@WireController('sessions.php')
export class PublicSessionsController {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: SessionTokens,
    private readonly config: Config,
    private readonly times: Times,
  ) {}

  /** Takes no idempotency key: a stranger with the public key could use up those of the merchant's server. */
  @PostAction('create-public', {
    summary: 'Open a checkout session from a browser, with a public key',
    credentials: ['public-key'],
    rate: 'create-public',
    crossOrigin: true,
  })
  async create(
    @By() caller: PublicKeyCaller,
    @Context() context: RequestContext,
    @Body() body: CreatePublicBody,
    @Req() { headers: { origin } }: WireRequest,
  ) {
    const { appId, ownerId, mode, returnTo } = caller;
    if (body.embed && !isOwnOrigin(caller, origin, this.config)) throw frameNotAllowed(origin);
    const { success_url: successUrl, cancel_url: cancelUrl, customer } = body;
    this.assertAllowed(caller, { success_url: successUrl, cancel_url: cancelUrl });
    const request = {
      appId,
      ownerId,
      mode,
      amount: Money.parseMajor(body.amount, body.currency ?? 'NGN')!,
      description: body.description,
      customerEmail: customer?.email,
      customerName: customer?.name,
      successUrl: successUrl ?? returnTo?.success,
      cancelUrl: cancelUrl ?? returnTo?.cancel,
      expiresInMinutes: MINUTES,
      openedThrough: 'public',
    } as const;
    const now = await this.times.of(request);
    return this.commands.answer(context, new CreateSession(request), this.shownAt(now));
  }

  /** A public key is not secret: where its app names origins, buyers are sent to these only. */
  private assertAllowed(caller: PublicKeyCaller, urls: Record<string, string | null | undefined>): void {
    for (const [field, url] of Object.entries(urls)) {
      if (url != null && !isAllowedOrigin(caller, new URL(url).origin, this.config))
        throw invalid(field, `${field} must lie on one of the app's allowed origins.`);
    }
  }

  /** What the page needs to open it, and nothing that it has not said itself. */
  private readonly shownAt = (now: Date) => (session: SessionFacts) => {
    return {
      session_id: session.sessionId,
      checkout_url: this.tokens.urlOf(session),
      status: shownStatus(session, now),
      amount: session.amount.toJsonNumber(),
      currency: session.amount.currency,
      description: session.description,
      public: true,
      is_test: session.mode === 'test',
      expires_at: session.expiresAt.toISOString(),
    };
  };
}
