import { Body, Query, Req } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import {
  Amount,
  AuditLog,
  By,
  Context,
  GetAction,
  OneOf,
  PostAction,
  QueryInt,
  type StaffRole,
  Text,
  type UserCaller,
  Uuid,
  WireController,
  type WireRequest,
} from '@app/http';
import { Clock } from '@app/kernel';
import { ResolveDispute } from './commands/resolve-dispute';
import { EscrowQueries } from './escrow.queries';
import { DISPUTE_STATUSES, type DisputeStatus, type Resolution, RESOLUTIONS } from './escrow.states';
import { escrowView } from './escrow.view';

const READERS: StaffRole[] = ['support', 'finance'];

class DisputesQuery {
  @QueryInt({ min: 1, max: 1_000_000, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  per_page: number;

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

  @Text({ min: 3, description: 'Shown to both parties, and kept in the audit log' })
  note: string;
}

/** `admin.php?section=escrow`: lists disputes and lets staff decide them. */
@WireController('admin.php')
export class EscrowAdminController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: EscrowQueries,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  @GetAction('escrow/disputes', {
    summary: 'Disputed escrows, those to be resolved soonest first',
    credentials: ['staff'],
    roles: READERS,
  })
  async disputes(@Query() query: DisputesQuery, @Req() request: WireRequest) {
    const { page, per_page: perPage, status, late } = query;
    const now = this.clock.now();
    const lateAt = late === 'true' ? now : undefined;
    const found = await this.queries.disputed({ status, lateAt }, page, perPage);
    await this.audit.append(request, { action: 'escrow.disputes' });
    return found.map((one) => escrowView(one, now));
  }

  @PostAction('escrow/resolve', {
    summary: 'Decide a dispute: release, refund or split',
    credentials: ['staff'],
    roles: ['finance'],
    idempotent: true,
    audit: 'escrow.resolve',
  })
  resolve(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ResolveBody) {
    const { dispute_uuid, resolution, beneficiary_amount: beneficiaryAmount, note } = body;
    const decision = { disputeUuid: dispute_uuid.toLowerCase(), resolution, beneficiaryAmount, note };
    return this.commands.answer(context, new ResolveDispute(caller, decision));
  }
}
