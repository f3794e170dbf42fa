import { Body, Query, Req } from '@nestjs/common';
import { GetAction, PostAction, type UserCaller, WireController, type WireRequest } from '@app/http';
import { notFound } from '@app/kernel';
import { Commands } from '@app/write-path';
import { actionFailed } from './approvals.errors';
import { ApproveBody, HeldActionQuery, HeldActionsQuery, RefuseBody, WithdrawBody } from './approvals.dto';
import { type Approved, ApproveAction } from './commands/approve-action';
import { RefuseAction } from './commands/refuse-action';
import { WithdrawAction } from './commands/withdraw-action';
import { HeldActionAccessService } from './held-action-access.service';
import { heldActionView } from './held-action.view';
import { HeldActionsQueries, type HeldActionRow } from './held-actions.queries';
import { RehearsalsService } from './rehearsals.service';

/** Each role may only read and decide the actions that it may approve. */
const DECIDERS = { credentials: ['staff'], roles: ['finance', 'compliance'] } as const;
const DECISION = { ...DECIDERS, idempotent: true } as const;

/** `admin.php?section=approvals`: actions of staff that wait for a second person. */
@WireController('admin.php')
export class ApprovalsController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: HeldActionsQueries,
    private readonly access: HeldActionAccessService,
    private readonly rehearsals: RehearsalsService,
  ) {}

  @GetAction('approvals/list', {
    ...DECIDERS,
    summary: 'Actions that you asked for or may approve; those that await approval, the oldest first',
  })
  async list(@Query() query: HeldActionsQuery, @Req() request: WireRequest) {
    const { status = 'awaiting_approval' } = query;
    const shown = status === 'all' ? undefined : status;
    const found = await this.queries.list(this.readableBy(request), shown, query);
    return found.map((row) => this.view(row, request));
  }

  @GetAction('approvals/show', {
    ...DECIDERS,
    summary: 'A held action, what it would do now, and the digest with which it is approved',
    refusals: ['CONFLICT', 'INVALID_STATE', 'NOT_FOUND'],
  })
  async show(@Query() { approval_id: id }: HeldActionQuery, @Req() request: WireRequest) {
    const row = await this.queries.find(this.readableBy(request), id);
    if (!row) throw notFound('Held action');
    const shown = this.view(row, request);
    const now =
      row.status === 'awaiting_approval'
        ? await this.rehearsals.show(row.id, request)
        : { result: null, digest: null };
    request.auditDetails = { subject: row.id };
    return { ...shown, ...now };
  }

  @PostAction('approvals/approve', {
    ...DECISION,
    summary: 'Carry a held action out, as a second person, if it does what show returned',
    proof: 'recent',
    // Those of the held actions too.
    refusals: ['INSUFFICIENT_FUNDS', 'INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  approve(@Req() request: WireRequest, @Body() { approval_id, digest }: ApproveBody) {
    const command = new ApproveAction(request, approval_id.toLowerCase(), digest);
    return this.commands.answer(request.requestContext, command, (approved: Approved) =>
      'refusal' in approved
        ? actionFailed(approved.refusal)
        : { ...decisionView(approved.held), result: approved.result },
    );
  }

  @PostAction('approvals/refuse', {
    ...DECISION,
    summary: 'Refuse a held action, as a second person',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  refuse(@Req() request: WireRequest, @Body() { approval_id, reason }: RefuseBody) {
    const command = new RefuseAction(request, approval_id.toLowerCase(), reason);
    return this.commands.answer(request.requestContext, command, decisionView);
  }

  @PostAction('approvals/withdraw', {
    ...DECISION,
    summary: 'Take a held action of your own back',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  withdraw(@Req() request: WireRequest, @Body() { approval_id, reason }: WithdrawBody) {
    const caller = request.caller as UserCaller;
    const command = new WithdrawAction(caller, approval_id.toLowerCase(), reason ?? null);
    return this.commands.answer(request.requestContext, command, decisionView);
  }

  private view(row: HeldActionRow, { caller }: WireRequest) {
    const isMaker = row.makerId === (caller as UserCaller).userId;
    return heldActionView(row, !isMaker && row.status === 'awaiting_approval');
  }

  private readableBy({ caller }: WireRequest) {
    const { userId, staffRole } = caller as UserCaller;
    return { userId, approvable: this.access.approvableBy(staffRole) };
  }
}

function decisionView({ id, action, status }: Pick<HeldActionRow, 'id' | 'action' | 'status'>) {
  return { approval_id: id, status, action };
}
