import { Body, Query } from '@nestjs/common';
import {
  By,
  Context,
  GetAction,
  Lines,
  PagedQuery,
  PostAction,
  type UserCaller,
  Uuid,
  WireController,
} from '@app/http';
import { DecideNameChange, NameChangesQueries } from '@app/kyc';
import { Commands, type RequestContext } from '@app/write-path';
import { QUEUE, REVIEW } from '../reviews/review.policy';

class ApproveNameDto {
  @Uuid()
  change_id: string;

  @Lines({ min: 3, description: 'Kept in the audit log, e.g. the papers that were seen' })
  reason: string;
}

class RejectNameDto {
  @Uuid()
  change_id: string;

  @Lines({ min: 3, description: 'Sent to the person' })
  reason: string;
}

/** `admin.php?section=kyc`: changed names of people whose identity was approved. */
@WireController('admin.php')
export class NameReviewsController {
  constructor(
    private readonly commands: Commands,
    private readonly reviews: NameChangesQueries,
  ) {}

  @GetAction('kyc/name-queue', { ...QUEUE, summary: 'Changed names that wait for a review, oldest first' })
  queue(@Query() query: PagedQuery) {
    return this.reviews.queue(query);
  }

  @PostAction('kyc/name-approve', {
    ...REVIEW,
    summary: 'Accept a changed name',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  approve(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ApproveNameDto) {
    return this.decide(caller, context, body, 'approve');
  }

  @PostAction('kyc/name-reject', {
    ...REVIEW,
    summary: 'Give the account its earlier name again',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  reject(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RejectNameDto) {
    return this.decide(caller, context, body, 'reject');
  }

  private decide(
    caller: UserCaller,
    context: RequestContext,
    { change_id, reason }: ApproveNameDto,
    verdict: 'approve' | 'reject',
  ) {
    const command = new DecideNameChange(caller, change_id.toLowerCase(), verdict, reason);
    return this.commands.answer(context, command, ({ id, userId, status }) => ({
      change_id: id,
      user_id: userId,
      status,
    }));
  }
}
