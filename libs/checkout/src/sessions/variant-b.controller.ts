import { Body, Query } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { type AppCaller, By, Context, GetAction, PostAction, WireController } from '@app/http';
import { Money, Times } from '@app/kernel';
import { CheckoutQueries } from './checkout.queries';
import { CreateSession } from './commands/create-session';
import { ExpireSession } from './commands/expire-session';
import { SessionAccessService } from './session-access.service';
import { SessionTokensService } from './session-tokens.service';
import type { SessionFacts } from './session.view';
import { CreateSessionBodyB, SessionTokenBody, SessionTokenQuery } from './variant-b.dto';
import { sessionViewB } from './variant-b.view';

/** SPEC: sessions of Variant B have no other life. */
const MINUTES = 30;

const MERCHANT = { credentials: ['secret-key'], scope: 'charges:create' } as const;

/** Checkout sessions, Variant B: the same sessions in smallest units, named by their token. */
@WireController('session.php')
export class VariantBController {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccessService,
    private readonly queries: CheckoutQueries,
    private readonly tokens: SessionTokensService,
    private readonly times: Times,
  ) {}

  @PostAction('create', {
    ...MERCHANT,
    summary: 'Open a checkout session (Variant B)',
    rate: 'session-create',
    idempotent: true,
    status: 201,
    refusals: ['LIMIT_REACHED'],
  })
  async create(
    @By() { appId, ownerId, mode, returnTo }: AppCaller,
    @Context() context: RequestContext,
    @Body() body: CreateSessionBodyB,
  ) {
    const request = {
      appId,
      ownerId,
      mode,
      amount: new Money(BigInt(body.amount), body.currency_code),
      description: body.description,
      customerEmail: body.customer_email,
      customerName: body.customer_name,
      metadata: body.metadata,
      successUrl: body.success_url ?? returnTo?.success,
      cancelUrl: body.cancel_url ?? returnTo?.cancel,
      expiresInMinutes: MINUTES,
      openedThrough: 'B',
    } as const;
    return this.commands.answer(
      context,
      new CreateSession(request),
      this.shownAt(await this.times.of(request)),
    );
  }

  @GetAction('status', {
    ...MERCHANT,
    scope: 'charges:read',
    summary: 'How a session stands (Variant B)',
    refusals: ['NOT_FOUND'],
  })
  async status(@By() caller: AppCaller, @Query() { token }: SessionTokenQuery) {
    const { ownerId, mode, sessionId } = await this.access.ofMerchant(caller, token);
    const session = await this.queries.find(ownerId, mode, sessionId);
    return this.shownAt(await this.times.of(session!))(session!);
  }

  @PostAction('expire', {
    ...MERCHANT,
    summary: 'Expire a session that has no payment in progress (Variant B)',
    idempotent: true,
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  async expire(
    @By() caller: AppCaller,
    @Context() context: RequestContext,
    @Body() { token }: SessionTokenBody,
  ) {
    const session = await this.access.ofMerchant(caller, token);
    const { ownerId, mode, sessionId } = session;
    const shown = this.shownAt(await this.times.of(session));
    return this.commands.answer(context, new ExpireSession(ownerId, mode, sessionId), shown);
  }

  private readonly shownAt = (now: Date) => (session: SessionFacts) => {
    const address = { token: this.tokens.tokenOf(session.sessionId), url: this.tokens.urlOf(session) };
    return sessionViewB(session, address, now);
  };
}
