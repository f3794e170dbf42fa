import { Body, Query } from '@nestjs/common';
import { By, Context, GetAction, ownerOf, PostAction, type UserCaller, WireController } from '@app/http';
import { Clock, notFound, parseMajorToMinor } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { RefundSession } from './refunds/commands/refund-session';
import { REFUND_REFUSALS, requestIn } from './refunds/refund-request.mapping';
import { refundView } from './refunds/refund.view';
import { RefundBody, RefundListQuery, RefundQuery } from './refunds/refunds.dto';
import { RefundListsService } from './refunds/refund-lists.service';
import { CheckoutQueries } from './sessions/checkout.queries';
import { ExpireSession } from './sessions/commands/expire-session';
import { SessionListsQueries } from './sessions/session-lists.queries';
import { sessionView } from './sessions/session.view';
import { ListQuery, SessionPinBody, SessionQuery } from './sessions/sessions.dto';

const OF_BUSINESS = { credentials: ['session'], accountType: 'business' } as const;
const READ = { ...OF_BUSINESS, team: 'payments:read' } as const;
/** On this host payments are live. */
const MODE = 'live';

/** `business.php?section=payments`: what all apps of a business were paid, for the people who run it. */
@WireController('business.php')
export class PaymentsController {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: CheckoutQueries,
    private readonly lists: SessionListsQueries,
    private readonly refunds: RefundListsService,
    private readonly clock: Clock,
  ) {}

  @GetAction('payments/list', { ...READ, summary: 'Checkout sessions of the business, newest first' })
  async list(@By() caller: UserCaller, @Query() query: ListQuery) {
    const now = this.clock.now();
    const owner = { ownerId: ownerOf(caller), mode: MODE } as const;
    return (await this.lists.list(owner, query, now)).map((session) => sessionView(session, null, now));
  }

  @GetAction('payments/detail', {
    ...READ,
    summary: 'One checkout session with its refunds',
    refusals: ['NOT_FOUND'],
  })
  async detail(@By() caller: UserCaller, @Query() { session_id: sessionId }: SessionQuery) {
    const ownerId = ownerOf(caller);
    const session = await this.sessions.find(ownerId, MODE, sessionId);
    if (!session) throw notFound('Checkout session');
    const refunds = await this.refunds.ofSession(ownerId, MODE, sessionId);
    return {
      ...sessionView(session, null, this.clock.now()),
      refunds: refunds.map((refund) => refundView(refund)),
    };
  }

  @PostAction('payments/refund', {
    ...OF_BUSINESS,
    team: 'refunds',
    summary: 'Refund a paid session, in part or in full',
    pin: true,
    // It goes back to the payer.
    sendsMoney: false,
    rate: 'refund',
    idempotent: true,
    refusals: REFUND_REFUSALS,
  })
  refund(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RefundBody) {
    const request = requestIn(body, body.amount === undefined ? null : parseMajorToMinor(body.amount));
    const command = new RefundSession(ownerOf(caller), MODE, body.session_id, request);
    return this.commands.answer(context, command, (refund) => ({ refund: refundView(refund) }));
  }

  @PostAction('payments/expire', {
    ...OF_BUSINESS,
    team: 'payments:write',
    summary: 'Close the page of a session that has no payment in progress',
    pin: true,
    sendsMoney: false,
    idempotent: true,
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  expire(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { session_id }: SessionPinBody,
  ) {
    const now = this.clock.now();
    const command = new ExpireSession(ownerOf(caller), MODE, session_id);
    return this.commands.answer(context, command, (session) => sessionView(session, null, now));
  }

  @GetAction('payments/refunds', { ...READ, summary: 'Refunds of the business, newest first' })
  async listRefunds(@By() caller: UserCaller, @Query() query: RefundListQuery) {
    const { session_id: sessionId, status } = query;
    const owner = { ownerId: ownerOf(caller), mode: MODE } as const;
    return (await this.refunds.list(owner, { sessionId, status }, query)).map((refund) => refundView(refund));
  }

  @GetAction('payments/refund-detail', { ...READ, summary: 'One refund', refusals: ['NOT_FOUND'] })
  async refundDetail(@By() caller: UserCaller, @Query() { refund_id }: RefundQuery) {
    return { refund: refundView(await this.refunds.find(ownerOf(caller), MODE, refund_id)) };
  }
}
