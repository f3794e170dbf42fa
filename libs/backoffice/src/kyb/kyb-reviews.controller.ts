import { Body, Query, Req } from '@nestjs/common';
import {
  assertNotOwn,
  By,
  Context,
  GetAction,
  PagedQuery,
  PostAction,
  StaffActionsService,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { ClaimKyb, DecideKyb, KybQueries, ReopenKyb, RevokeKyb } from '@app/kyc';
import { Commands, type RequestContext } from '@app/write-path';
import {
  ApproveKybDto,
  ClaimKybDto,
  KybAccountQuery,
  RejectKybDto,
  ReopenKybDto,
  RevokeKybDto,
} from './kyb-reviews.dto';
import { HELD_REVIEW, QUEUE, REVIEW } from '../reviews/review.policy';

/** `admin.php?section=kyb`: staff review businesses. */
@WireController('admin.php')
export class KybReviewsController {
  private readonly answerRevoke;

  constructor(
    private readonly commands: Commands,
    private readonly queries: KybQueries,
    actions: StaffActionsService,
  ) {
    this.answerRevoke = actions.register({
      name: 'kyb.revoke',
      body: RevokeKybDto,
      command: (caller, { user_id, reason }) => new RevokeKyb(caller, user_id.toLowerCase(), reason),
      present: ({ userId, kybStatus }) => ({ user_id: userId, kyb_status: kybStatus }),
    });
  }

  @GetAction('kyb/queue', { ...QUEUE, summary: 'Businesses that wait for a review, oldest first' })
  queue(@Query() query: PagedQuery) {
    return this.queries.queue(query);
  }

  @GetAction('kyb/show', {
    ...REVIEW,
    summary: 'What a business submitted, its documents, and other accounts of the same registration number',
    refusals: ['NOT_FOUND'],
  })
  async show(@By() caller: UserCaller, @Query() { user_id }: KybAccountQuery, @Req() request: WireRequest) {
    const userId = user_id.toLowerCase();
    assertNotOwn(caller, userId, 'review a business');
    request.auditDetails = { subject: userId, people: [userId] };
    return this.queries.show(userId);
  }

  @PostAction('kyb/claim', {
    ...REVIEW,
    summary: 'Show others that you review a business, for 15 minutes',
    refusals: ['INVALID_STATE'],
  })
  claim(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ClaimKybDto) {
    return this.commands.answer(context, new ClaimKyb(caller, body.user_id.toLowerCase()), (submission) => ({
      submission_id: submission.id,
      claimed_by: submission.claimedBy,
      claimed_until: submission.claimedUntil,
      is_yours: submission.claimedBy === caller.userId,
    }));
  }

  @PostAction('kyb/approve', {
    ...REVIEW,
    summary: 'Approve the submission of a business',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  approve(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ApproveKybDto) {
    return this.decide(caller, context, body, null);
  }

  @PostAction('kyb/reject', {
    ...REVIEW,
    summary: 'Reject the submission of a business',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  reject(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RejectKybDto) {
    const { reason, final: isFinal = false, staff_note: staffNote = null } = body;
    return this.decide(caller, context, body, { reason, isFinal, staffNote });
  }

  @PostAction('kyb/revoke', {
    ...HELD_REVIEW,
    summary: 'Take the approval of a business back; its live keys only read',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  revoke(@Req() request: WireRequest, @Body() body: RevokeKybDto) {
    return this.answerRevoke(request, body);
  }

  @PostAction('kyb/reopen', {
    ...REVIEW,
    summary: 'Accept submissions again after a final rejection',
    refusals: ['INVALID_STATE'],
  })
  reopen(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ReopenKybDto) {
    const userId = body.user_id.toLowerCase();
    return this.commands.answer(context, new ReopenKyb(caller, userId, body.reason), () => ({
      user_id: userId,
      can_retry: true,
    }));
  }

  private decide(
    caller: UserCaller,
    context: RequestContext,
    body: ApproveKybDto,
    rejection: ConstructorParameters<typeof DecideKyb>[3],
  ) {
    const [userId, submissionId] = [body.user_id.toLowerCase(), body.submission_id.toLowerCase()];
    const command = new DecideKyb(caller, userId, submissionId, rejection);
    return this.commands.answer(context, command, ({ status }) => ({
      user_id: userId,
      submission_id: submissionId,
      kyb_status: status,
    }));
  }
}
