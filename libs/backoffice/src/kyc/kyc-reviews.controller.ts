import { Body, Query, Req, type StreamableFile } from '@nestjs/common';
import {
  By,
  Context,
  endOfDateText,
  GetAction,
  PostAction,
  StaffActionsService,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { Clock } from '@app/kernel';
import {
  ApproveDocument,
  ClaimDocument,
  decidedDocumentView,
  RejectDocument,
  ReopenDocument,
  ReviewQueries,
  RevokeDocument,
} from '@app/kyc';
import { Commands, type RequestContext } from '@app/write-path';
import { HELD_REVIEW, QUEUE, REVIEW } from '../reviews/review.policy';
import { KycFilesService } from './kyc-files.service';
import {
  ApproveDocumentBody,
  KycDocumentBody,
  KycDocumentQuery,
  KycQueueQuery,
  RejectDocumentBody,
  ReopenDocumentBody,
  RevokeDocumentBody,
} from './kyc-review.dto';

/** `admin.php?section=kyc`: compliance reviews identity documents. */
@WireController('admin.php')
export class KycReviewsController {
  private readonly answerRevoke;

  constructor(
    private readonly commands: Commands,
    private readonly queries: ReviewQueries,
    private readonly files: KycFilesService,
    private readonly clock: Clock,
    actions: StaffActionsService,
  ) {
    this.answerRevoke = actions.register({
      name: 'kyc.revoke',
      body: RevokeDocumentBody,
      command: (caller, { document_id, reason, staff_note: staffNote }) =>
        new RevokeDocument(caller, document_id, { reason, staffNote }),
      present: decidedDocumentView,
    });
  }

  @GetAction('kyc/queue', {
    summary: 'Documents to review, the longest waiting first, or those in another state or in all',
    ...QUEUE,
  })
  async queue(@Query() query: KycQueueQuery, @Req() request: WireRequest) {
    const { page = 1, cursor, status = 'pending', user_id: userId } = query;
    const shown = status === 'all' ? null : status;
    const found = await this.queries.queue(shown, userId, query, this.clock.now());
    request.auditDetails = {
      subject: userId,
      after: { status, page, cursor },
      people: userId ? [userId.toLowerCase()] : undefined,
    };
    return found;
  }

  @PostAction('kyc/claim', {
    ...REVIEW,
    summary: 'Show others for 15 minutes that you review this document',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  claim(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { document_id }: KycDocumentBody,
  ) {
    return this.commands.answer(context, new ClaimDocument(caller, document_id), (document) => ({
      document_id: document.id,
      claimed_by: document.claimedBy,
      claimed_until: document.claimedUntil,
    }));
  }

  @GetAction('kyc/document', {
    summary: 'The picture of a page (image/jpeg), or the uploaded PDF as an attachment',
    ...REVIEW,
    produces: ['image/jpeg', 'application/octet-stream'],
    refusals: ['NOT_FOUND', 'TOTP_REQUIRED'],
  })
  document(
    @By() caller: UserCaller,
    @Query() query: KycDocumentQuery,
    @Req() request: WireRequest,
  ): Promise<StreamableFile> {
    return query.original === 'true'
      ? this.files.original(caller, query, request)
      : this.files.page(caller, query, request);
  }

  @PostAction('kyc/approve', {
    ...REVIEW,
    summary: 'Approve a document',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  approve(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { document_id, document_number, expires_on }: ApproveDocumentBody,
  ) {
    const read = {
      documentNumber: document_number,
      expiresOn: expires_on ? lastDayOf(expires_on) : undefined,
    };
    return this.commands.answer(context, new ApproveDocument(caller, document_id, read), decidedDocumentView);
  }

  @PostAction('kyc/reject', {
    ...REVIEW,
    summary: 'Reject a document; the level of its owner stays',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  reject(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RejectDocumentBody) {
    const { document_id, reason, staff_note: staffNote, final: isFinal = false } = body;
    const command = new RejectDocument(caller, document_id, { reason, staffNote, isFinal });
    return this.commands.answer(context, command, decidedDocumentView);
  }

  @PostAction('kyc/revoke', {
    ...HELD_REVIEW,
    summary: 'Take the approval of a document back, which may lower the level of its owner',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  revoke(@Req() request: WireRequest, @Body() body: RevokeDocumentBody) {
    return this.answerRevoke(request, body);
  }

  @PostAction('kyc/reopen', {
    ...REVIEW,
    summary: 'Allow another upload after a final rejection',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  reopen(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ReopenDocumentBody) {
    const command = new ReopenDocument(caller, body.document_id, body.reason);
    return this.commands.answer(context, command, decidedDocumentView);
  }
}

/** The day in UTC of a date or a time. */
function lastDayOf(text: string): string {
  return new Date(endOfDateText(text).getTime() - 1).toISOString().slice(0, 10);
}
