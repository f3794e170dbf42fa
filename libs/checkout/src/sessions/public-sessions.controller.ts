import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, PostAction, type PublicKeyCaller, WireController } from '@app/http';
import { Clock, invalid, Money } from '@app/kernel';
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
    private readonly clock: Clock,
  ) {}

  /** Takes no idempotency key: a stranger with the public key could use up those of the merchant's server. */
  @PostAction('create-public', {
    summary: 'Open a checkout session from a browser, with a public key',
    credentials: ['public-key'],
    rate: 'create-public',
    crossOrigin: true,
  })
  create(@By() caller: PublicKeyCaller, @Context() context: RequestContext, @Body() body: CreatePublicBody) {
    const { appId, ownerId, mode, allowedOrigins, returnTo } = caller;
    const { success_url: successUrl, cancel_url: cancelUrl, customer } = body;
    assertOn(allowedOrigins, { success_url: successUrl, cancel_url: cancelUrl });
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
    return this.commands.answer(context, new CreateSession(request), (session) => this.shown(session));
  }

  /** What the page needs to open it, and nothing that it has not said itself. */
  private shown(session: SessionFacts) {
    return {
      session_id: session.sessionId,
      checkout_url: this.tokens.urlOf(session),
      status: shownStatus(session, this.clock.now()),
      amount: session.amount.toJsonNumber(),
      currency: session.amount.currency,
      description: session.description,
      public: true,
      is_test: session.mode === 'test',
      expires_at: session.expiresAt.toISOString(),
    };
  }
}

/** A public key is not secret: where its app names origins, buyers are sent to these alone. */
function assertOn(origins: readonly string[], urls: Record<string, string | null | undefined>): void {
  if (origins.length === 0) return;
  for (const [field, url] of Object.entries(urls)) {
    if (url != null && !origins.includes(new URL(url).origin)) {
      throw invalid(field, `${field} must lie on one of the app's allowed origins.`);
    }
  }
}
