import { Body, Query } from '@nestjs/common';
import { BrandQueries, DecideBrandName } from '@app/accounts';
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
import { Commands, type RequestContext } from '@app/write-path';
import { QUEUE, REVIEW } from '../reviews/review.policy';

class ApproveBrandDto {
  @Uuid() review_id: string;
  @Lines({ min: 3, description: 'Kept in the audit log, e.g. the papers that were seen' }) reason: string;
}

class RejectBrandDto {
  @Uuid() review_id: string;
  @Lines({ min: 3, description: 'Sent to the business' }) reason: string;
}

const DECISION = { ...REVIEW, refusals: ['INVALID_STATE', 'NOT_FOUND'] } as const;

/** `admin.php?section=brands`: the names that businesses want to show. */
@WireController('admin.php')
export class BrandReviewsController {
  constructor(
    private readonly commands: Commands,
    private readonly brands: BrandQueries,
  ) {}

  @GetAction('brands/list', { ...QUEUE, summary: 'Display names that wait for a review, oldest first' })
  list(@Query() query: PagedQuery) {
    return this.brands.queue(query);
  }

  @PostAction('brands/approve', { ...DECISION, summary: 'Show a display name from now on' })
  approve(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ApproveBrandDto) {
    return this.decide(caller, context, body, 'approve');
  }

  @PostAction('brands/reject', { ...DECISION, summary: 'Refuse a display name' })
  reject(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: RejectBrandDto) {
    return this.decide(caller, context, body, 'reject');
  }

  private decide(
    caller: UserCaller,
    context: RequestContext,
    { review_id, reason }: ApproveBrandDto,
    verdict: 'approve' | 'reject',
  ) {
    const command = new DecideBrandName(caller, review_id.toLowerCase(), verdict, reason);
    return this.commands.answer(context, command, ({ id, displayName, nameStatus }) => ({
      review_id: review_id.toLowerCase(),
      user_id: id,
      display_name: displayName,
      status: nameStatus,
    }));
  }
}
