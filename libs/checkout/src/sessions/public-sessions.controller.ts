import { Body, Req } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, PostAction, type PublicKeyCaller, type WireRequest, WireController } from '@app/http';
import { Config } from '@app/config';
import { Money, Times } from '@app/kernel';
import { CreateSession } from './commands/create-session';
import { returnAddresses } from './public-page.policy';
import { CreatePublicBody } from './public-sessions.dto';
import { SessionTokensService } from './session-tokens.service';
import { type SessionFacts, shownStatus } from './session.view';

const MINUTES = 30;

/** Sessions that a merchant's page opens from the browser, with the app's public key. */
@WireController('sessions.php')
export class PublicSessionsController {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: SessionTokensService,
    private readonly config: Config,
    private readonly times: Times,
  ) {}

  /** Takes no idempotency key: a stranger with the public key could use up those of the merchant's server. */
  @PostAction('create-public', {
    summary: 'Open a checkout session from a browser, with a public key',
    credentials: ['public-key'],
    rate: 'create-public',
    crossOrigin: true,
    refusals: ['LIMIT_REACHED'],
  })
  async create(
    @By() caller: PublicKeyCaller,
    @Context() context: RequestContext,
    @Body() body: CreatePublicBody,
    @Req() { headers: { origin } }: WireRequest,
  ) {
    const { appId, ownerId, mode } = caller;
    const { customer } = body;
    const request = {
      appId,
      ownerId,
      mode,
      amount: Money.parseMajor(body.amount, body.currency ?? 'NGN')!,
      description: body.description,
      customerEmail: customer?.email,
      customerName: customer?.name,
      ...returnAddresses(caller, body, origin, this.config),
      expiresInMinutes: MINUTES,
      openedThrough: 'public',
    } as const;
    const now = await this.times.of(request);
    return this.commands.answer(context, new CreateSession(request), this.shownAt(now));
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
