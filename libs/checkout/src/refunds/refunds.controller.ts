import { Body, Query } from '@nestjs/common';
import { By, type AppCaller, Context, GetAction, PostAction, WireController } from '@app/http';
import { parseMajorToMinor } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { RefundSession } from './commands/refund-session';
import { REFUND_REFUSALS, requestIn } from './refund-request.mapping';
import { refundDetailView, refundView } from './refund.view';
import { RefundBody, RefundListQuery, RefundQuery } from './refunds.dto';
import { RefundListsService } from './refund-lists.service';
import { RefundTokensService } from './refund-tokens.service';

const READ = { credentials: ['secret-key'], scope: 'charges:read' } as const;

/** Refunds of checkout sessions, for the servers of merchants. */
@WireController('sessions.php')
export class RefundsController {
  constructor(
    private readonly commands: Commands,
    private readonly refunds: RefundListsService,
    private readonly tokens: RefundTokensService,
  ) {}

  @PostAction('refund', {
    credentials: ['secret-key'],
    scope: 'charges:create',
    summary: 'Refund a paid session, in part or in full',
    rate: 'refund',
    idempotent: true,
    refusals: REFUND_REFUSALS,
  })
  refund(@By() { ownerId, mode }: AppCaller, @Context() context: RequestContext, @Body() body: RefundBody) {
    const request = requestIn(body, body.amount === undefined ? null : parseMajorToMinor(body.amount));
    const command = new RefundSession(ownerId, mode, body.session_id, request);
    return this.commands.answer(context, command, (refund) => ({ refund: refundView(refund) }));
  }

  @GetAction('refunds', { ...READ, summary: 'Refunds of the account, newest first' })
  async list(@By() caller: AppCaller, @Query() query: RefundListQuery) {
    const { session_id: sessionId, status } = query;
    return (await this.refunds.list(caller, { sessionId, status }, query)).map((refund) =>
      refundView(refund),
    );
  }

  @GetAction('refund-detail', { ...READ, summary: 'One refund', refusals: ['NOT_FOUND'] })
  async detail(@By() { ownerId, mode }: AppCaller, @Query() { refund_id }: RefundQuery) {
    const refund = await this.refunds.find(ownerId, mode, refund_id);
    return { refund: refundDetailView(refund, this.tokens.testAddressOf(refund)) };
  }
}
