import { Body, Query } from '@nestjs/common';
import { type AppCaller, By, Context, GetAction, PostAction, WireController } from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { SessionAccessService } from '../sessions/session-access.service';
import { SessionTokenQuery } from '../sessions/variant-b.dto';
import { RefundSession } from './commands/refund-session';
import { REFUND_REFUSALS, requestIn } from './refund-request.mapping';
import { inSmallestUnits, refundDetailView, refundView } from './refund.view';
import { RefundBodyB, RefundQuery } from './refunds.dto';
import { RefundListsService } from './refund-lists.service';
import { RefundTokensService } from './refund-tokens.service';

const READ = { credentials: ['secret-key'], scope: 'charges:read' } as const;

/** Refunds of checkout sessions in Variant B: the same refunds in smallest units. */
@WireController('session.php')
export class VariantBRefundsController {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccessService,
    private readonly refunds: RefundListsService,
    private readonly tokens: RefundTokensService,
  ) {}

  @PostAction('refund', {
    credentials: ['secret-key'],
    scope: 'charges:create',
    summary: 'Refund a paid session, in part or in full (Variant B)',
    rate: 'refund',
    idempotent: true,
    refusals: REFUND_REFUSALS,
  })
  async refund(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: RefundBodyB) {
    const { ownerId, mode, sessionId } = await this.access.ofMerchant(caller, body.token);
    const request = requestIn(body, body.amount === undefined ? null : BigInt(body.amount));
    return this.commands.answer(context, new RefundSession(ownerId, mode, sessionId, request), (refund) => ({
      refund: refundView(refund, inSmallestUnits),
    }));
  }

  @GetAction('refunds', {
    ...READ,
    summary: 'Refunds of a session, newest first (Variant B)',
    refusals: ['NOT_FOUND'],
  })
  async list(@By() caller: AppCaller, @Query() { token }: SessionTokenQuery) {
    const { ownerId, mode, sessionId } = await this.access.ofMerchant(caller, token);
    const found = await this.refunds.ofSession(ownerId, mode, sessionId);
    return { refunds: found.map((refund) => refundView(refund, inSmallestUnits)) };
  }

  @GetAction('refund-detail', { ...READ, summary: 'One refund (Variant B)', refusals: ['NOT_FOUND'] })
  async detail(@By() { ownerId, mode }: AppCaller, @Query() { refund_id }: RefundQuery) {
    const refund = await this.refunds.find(ownerId, mode, refund_id);
    return { refund: refundDetailView(refund, this.tokens.testAddressOf(refund), inSmallestUnits) };
  }
}
