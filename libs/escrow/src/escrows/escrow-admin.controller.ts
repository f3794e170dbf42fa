import { Body, Query, Req } from '@nestjs/common';
import {
  Amount,
  GetAction,
  Lines,
  OneOf,
  PagedQuery,
  PostAction,
  StaffActionsService,
  type StaffRole,
  Uuid,
  WireController,
  type WireRequest,
} from '@app/http';
import { Clock, Money } from '@app/kernel';
import { type DisputeDecision, ResolveDispute } from './commands/resolve-dispute';
import { EscrowQueries } from './escrow.queries';
import { DISPUTE_STATUSES, type DisputeStatus, type Resolution, RESOLUTIONS } from './escrow.states';
import { escrowView } from './escrow.view';

const READERS: StaffRole[] = ['support', 'finance'];

class DisputesQuery extends PagedQuery {
  @OneOf(DISPUTE_STATUSES, { optional: true, description: 'All that are undecided where absent' })
  status?: DisputeStatus;

  @OneOf(['true', 'false'], { optional: true, description: 'true: only those past their 48 hours' })
  late?: string;
}

class ResolveBody {
  @Uuid()
  dispute_uuid: string;

  @OneOf(RESOLUTIONS)
  resolution: Resolution;

  @Amount({ optional: true, description: 'With split alone: more than nothing, less than the amount' })
  beneficiary_amount?: number | string;

  @Lines({ min: 3, description: 'Shown to both parties, and kept in the audit log' })
  note: string;
}

/** `admin.php?section=escrow`: lists disputes and lets staff decide them. */
@WireController('admin.php')
export class EscrowAdminController {
  private readonly answerResolve;

  constructor(
    private readonly queries: EscrowQueries,
    private readonly clock: Clock,
    actions: StaffActionsService,
  ) {
    this.answerResolve = actions.register({
      name: 'escrow.resolve',
      body: ResolveBody,
      command: (caller, body) => new ResolveDispute(caller, decisionOf(body)),
      present: (resolved) => resolved,
      facts: ({ amount, currency }) => ({ amounts: [Money.parseMajor(amount, currency)!] }),
      volatile: ['released_at', 'refunded_at', 'resolved_at', 'overdue'],
    });
  }

  @GetAction('escrow/disputes', {
    summary: 'Disputed escrows, those to be resolved soonest first',
    credentials: ['staff'],
    roles: READERS,
  })
  async disputes(@Query() query: DisputesQuery) {
    const { status, late } = query;
    const now = this.clock.now();
    const found = await this.queries.disputed({ status, lateAt: late === 'true' ? now : undefined }, query);
    return found.map((one) => escrowView(one, now));
  }

  @PostAction('escrow/resolve', {
    summary: 'Decide a dispute: release, refund or split',
    credentials: ['staff'],
    roles: ['finance'],
    idempotent: true,
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  resolve(@Req() request: WireRequest, @Body() body: ResolveBody) {
    return this.answerResolve(request, body);
  }
}

function decisionOf({ dispute_uuid, resolution, beneficiary_amount, note }: ResolveBody): DisputeDecision {
  return {
    disputeUuid: dispute_uuid.toLowerCase(),
    resolution,
    beneficiaryAmount: beneficiary_amount,
    note,
  };
}
