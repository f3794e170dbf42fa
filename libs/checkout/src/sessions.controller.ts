import { Body, Headers, Query, Res } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { CardData } from '@app/charges';
import {
  type AppCaller,
  By,
  type Caller,
  ClientAddress,
  Context,
  GetAction,
  grants,
  ownerOf,
  PostAction,
  WireController,
} from '@app/http';
import { Clock, Money, notFound, Times } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { BUYER_TOKEN, payerOf } from './buyers/guest-payments.service';
import { PayCardBody, PayCardCancelBody, PayCardSubmitBody } from './methods/card/card.dto';
import { CheckoutQueries } from './sessions/checkout.queries';
import { CreateSession } from './sessions/commands/create-session';
import { ExpireSession } from './sessions/commands/expire-session';
import { CancelCardPayment } from './methods/card/flows/cancel-card-payment';
import { PayByCard } from './methods/card/flows/pay-by-card';
import { SubmitCardStep } from './methods/card/flows/submit-card-step';
import { LiveStatusService } from './page/live-status.service';
import { SessionAccessService } from './sessions/session-access.service';
import { SessionTokensService } from './sessions/session-tokens.service';
import { SessionListsQueries } from './sessions/session-lists.queries';
import { type SessionFacts, sessionView } from './sessions/session.view';
import {
  CreateSessionBody,
  ListQuery,
  SessionBody,
  SessionQuery,
  StatusQuery,
} from './sessions/sessions.dto';

const DEFAULT_MINUTES = 1440;

const MERCHANT = { credentials: ['secret-key'], scope: 'charges:create' } as const;
/** Of the merchant's server, and of the pages that the merchant is signed in to. */
const READ = {
  credentials: ['session', 'secret-key'],
  scope: 'charges:read',
  team: 'payments:read',
} as const;
/** The merchant's server, or the buyer's page. */
const PAYER = {
  credentials: ['secret-key', 'checkout-session'],
  scope: 'charges:create',
  idempotent: true,
} as const;

/** Checkout sessions, Variant A. One code for live and test: the app's key says which. */
@WireController('sessions.php')
export class SessionsController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: CheckoutQueries,
    private readonly lists: SessionListsQueries,
    private readonly live: LiveStatusService,
    private readonly access: SessionAccessService,
    private readonly tokens: SessionTokensService,
    private readonly payByCard: PayByCard,
    private readonly submitCardStep: SubmitCardStep,
    private readonly cancelCardPayment: CancelCardPayment,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  private readonly shownAt = (now: Date) => (session: SessionFacts) =>
    sessionView(session, this.tokens.urlOf(session), now);

  /** The address contains a token that can pay and cancel, so keys that only read and people do not get it. */
  private async shownTo(caller: Caller, session: SessionFacts) {
    const mayPay = caller.kind === 'app' && grants(caller.scopes, 'charges:create');
    const url = mayPay ? this.tokens.urlOf(session) : null;
    return sessionView(session, url, await this.times.of(session));
  }

  @PostAction('create', {
    ...MERCHANT,
    summary: 'Open a checkout session',
    idempotent: true,
    refusals: ['LIMIT_REACHED'],
  })
  async create(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: CreateSessionBody) {
    const { appId, ownerId, mode, returnTo } = caller;
    const request = {
      appId,
      ownerId,
      mode,
      amount: Money.parseMajor(body.amount, body.currency ?? 'NGN')!,
      orderRef: body.order_ref,
      description: body.description,
      customerEmail: body.customer?.email ?? body.customer_email,
      customerName: body.customer?.name,
      metadata: body.metadata,
      paymentMethods: body.payment_methods,
      successUrl: body.success_url ?? returnTo?.success,
      cancelUrl: body.cancel_url ?? returnTo?.cancel,
      expiresInMinutes: body.expires_in ?? DEFAULT_MINUTES,
      escrow: body.escrow,
      escrowCondition: body.escrow_condition,
      escrowDeadlineDays: body.escrow_deadline_days,
    };
    const shown = this.shownAt(await this.times.of(caller));
    return this.commands.answer(context, new CreateSession(request), shown);
  }

  @GetAction('', {
    ...READ,
    summary: 'Verify a session: fulfil when status is completed and the amount matches',
    refusals: ['NOT_FOUND'],
  })
  async verify(@By() caller: Caller, @Query() { session_id }: SessionQuery) {
    const session = await this.queries.find(ownerOf(caller), this.access.mode, session_id);
    if (!session) throw notFound('Checkout session');
    return this.shownTo(caller, session);
  }

  @GetAction('list', { ...READ, summary: 'Sessions of the account, newest first' })
  async list(@By() caller: Caller, @Query() query: ListQuery) {
    const owner = { ownerId: ownerOf(caller), mode: this.access.mode };
    const found = await this.lists.list(owner, query, this.clock.now());
    return found.mapAsync((session) => this.shownTo(caller, session));
  }

  @PostAction('expire', {
    ...MERCHANT,
    summary: 'Expire a session that has no payment in progress',
    idempotent: true,
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  async expire(
    @By() { appId, ownerId, mode }: AppCaller,
    @Context() context: RequestContext,
    @Body() { session_id }: SessionBody,
  ) {
    const shown = this.shownAt(await this.times.of({ mode, appId }));
    return this.commands.answer(context, new ExpireSession(ownerId, mode, session_id), shown);
  }

  @PostAction('pay-card', {
    ...PAYER,
    summary: 'Pay a session by card',
    refusals: [
      'CARD_DECLINED',
      'FORBIDDEN',
      'FX_RATE_UNAVAILABLE',
      'GATEWAY_ERROR',
      'INVALID_STATE',
      'KYB_REQUIRED',
      'KYC_REQUIRED',
      'LIMIT_REACHED',
      'NOT_FOUND',
      'SESSION_EXPIRED',
    ],
  })
  payCard(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientIp: string,
    @Body() body: PayCardBody,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    const { number, expiry_month: expiryMonth, expiry_year: expiryYear, cvv, name } = body.card;
    const card = new CardData({ number, expiryMonth, expiryYear, cvv, name });
    const payer = payerOf(caller, body, token, clientIp);
    return this.payByCard.pay(context, payer, { sessionId: body.session_id, card });
  }

  @PostAction('pay-card-submit', {
    ...PAYER,
    summary: 'Send the card PIN or OTP of a pending card payment',
    refusals: [
      'CARD_DECLINED',
      'FORBIDDEN',
      'GATEWAY_ERROR',
      'INVALID_STATE',
      'NOT_FOUND',
      'SESSION_EXPIRED',
    ],
  })
  payCardSubmit(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @Body() body: PayCardSubmitBody,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    const { session_id: sessionId, gw_ref: gwRef, otp: code, auth_mode: mode } = body;
    return this.submitCardStep.submit(context, payerOf(caller, body, token), {
      sessionId,
      gwRef,
      code,
      mode,
    });
  }

  @PostAction('pay-card-cancel', {
    ...PAYER,
    summary: 'Give up a card payment that waits for the buyer',
    refusals: ['CARD_DECLINED', 'GATEWAY_ERROR', 'INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  payCardCancel(@By() caller: Caller, @Context() context: RequestContext, @Body() body: PayCardCancelBody) {
    return this.cancelCardPayment.cancel(context, caller, body.session_id, body.gw_ref);
  }

  @GetAction('public-status', {
    credentials: ['checkout-session'],
    summary: "What a session's page may know, at once or when it changes",
    crossOrigin: true,
    refusals: ['NOT_FOUND'],
  })
  async publicStatus(
    @By() caller: Caller,
    @Query() { session_id, wait, since }: StatusQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers(BUYER_TOKEN) token?: string,
  ) {
    const { id } = await this.access.payable(caller, session_id);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return this.live.statusOf(id, token, { known: since, waitMs: wait * 1000, gone: gone.signal });
  }
}
