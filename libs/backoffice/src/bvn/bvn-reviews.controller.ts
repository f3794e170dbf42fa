import { Body, Query, Req } from '@nestjs/common';
import {
  assertNotOwn,
  By,
  Context,
  GetAction,
  Lines,
  PagedQuery,
  PostAction,
  type UserCaller,
  Uuid,
  WireController,
  type WireRequest,
} from '@app/http';
import { BvnReviewsQueries, DecideBvnReview } from '@app/kyc';
import { Commands, type RequestContext } from '@app/write-path';
import { QUEUE, REVIEW } from '../reviews/review.policy';

class BvnReviewQuery {
  @Uuid()
  verification_id: string;
}

class DecideBvnReviewDto {
  @Uuid()
  verification_id: string;

  @Lines({ min: 3, description: 'Kept in the audit log, e.g. the papers that were seen' })
  reason: string;
}

/** `admin.php?section=kyc`: BVN verifications whose names staff compare. */
@WireController('admin.php')
export class BvnReviewsController {
  constructor(
    private readonly commands: Commands,
    private readonly reviews: BvnReviewsQueries,
  ) {}

  @GetAction('kyc/bvn-queue', { ...QUEUE, summary: 'BVN verifications that wait for a review, oldest first' })
  queue(@Query() query: PagedQuery) {
    return this.reviews.queue(query);
  }

  @GetAction('kyc/bvn-show', {
    ...REVIEW,
    summary: 'The name of the account and that of the registry',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  async show(
    @By() caller: UserCaller,
    @Query() { verification_id }: BvnReviewQuery,
    @Req() request: WireRequest,
  ) {
    const id = verification_id.toLowerCase();
    const userId = await this.reviews.personOf(id);
    request.auditDetails = { subject: id, people: userId ? [userId] : [] };
    const review = await this.reviews.show(id);
    assertNotOwn(caller, review.user_id, 'decide a BVN review');
    return review;
  }

  @PostAction('kyc/bvn-approve', {
    ...REVIEW,
    summary: 'Decide that the names are those of one person',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  approve(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: DecideBvnReviewDto) {
    return this.decide(caller, context, body, 'approve');
  }

  @PostAction('kyc/bvn-reject', {
    ...REVIEW,
    summary: 'Decide that the names differ',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  reject(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: DecideBvnReviewDto) {
    return this.decide(caller, context, body, 'reject');
  }

  private decide(
    caller: UserCaller,
    context: RequestContext,
    { verification_id, reason }: DecideBvnReviewDto,
    verdict: 'approve' | 'reject',
  ) {
    const command = new DecideBvnReview(caller, verification_id.toLowerCase(), verdict, reason);
    return this.commands.answer(context, command, ({ id, status, outcome }) => ({
      verification_id: id,
      status,
      // Approved by staff, and verified for another account meanwhile.
      ...(outcome === 'taken' && { outcome }),
    }));
  }
}
