import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  type ActionHolds,
  AuditLogService,
  type StaffAction,
  StaffActionsService,
  type UserCaller,
  type WireRequest,
} from '@app/http';
import { type Answer, Commands, type RequestContext } from '@app/write-path';
import { ActionPreviewsService, type AnyAction, type Preview } from './action-previews.service';
import { CarryOutAction, HeldMeanwhile } from './commands/carry-out-action';
import { HoldAction } from './commands/hold-action';
import { HELD_ACTIONS } from './held-actions.policy';

/** Has the actions that a rule holds wait for a second person, and carries the others out. */
@Injectable()
export class ActionHoldsService implements ActionHolds, OnApplicationBootstrap {
  constructor(
    private readonly actions: StaffActionsService,
    private readonly previews: ActionPreviewsService,
    private readonly commands: Commands,
    private readonly audit: AuditLogService,
  ) {
    actions.holdBy(this);
  }

  /** Throws where a rule names no registered action, a registered action has no rule, or no route declares one. */
  onApplicationBootstrap(): void {
    const { names } = this.actions;
    // A host without the staff's controllers registers none.
    if (names.length === 0) return;
    const faults = [...new Set([...Object.keys(HELD_ACTIONS), ...names])].filter(
      (name) => !HELD_ACTIONS[name] || !names.includes(name) || !this.actions.rolesOf(name),
    );
    if (faults.length > 0) throw new Error(`Without a rule, a registration or a route: ${faults.join(', ')}`);
  }

  async answer<B extends object, R, V extends object>(
    action: StaffAction<B, R, V>,
    request: WireRequest,
    body: B,
  ): Promise<Answer<V>> {
    const context = request.requestContext;
    const caller = request.caller as UserCaller;
    const any = action as unknown as AnyAction;
    const carryOut = () =>
      this.commands.answer(
        context,
        new CarryOutAction(any, caller, body),
        (result) => any.present(result) as V,
      );
    let preview: Preview;
    let isHeld: boolean;
    try {
      preview = await this.previews.of(any, caller, body, request);
      ({ isHeld } = await this.previews.judge(action.name, caller.userId, preview.facts));
    } catch (error) {
      // Carried out now, the action could succeed after all without having been compared with its rule.
      return context.dryRun ? carryOut() : this.commands.answerRefused(context, error);
    }
    try {
      if (!isHeld) return await carryOut();
    } catch (error) {
      if (!(error instanceof HeldMeanwhile)) throw error;
    }
    // The API reference describes this answer, which has a status of its own, for every such action.
    return this.hold(any, request, body, preview) as Promise<Answer<never>>;
  }

  private hold(action: AnyAction, request: WireRequest, body: object, { result }: Preview) {
    const { requestContext: context, clientAddress, id } = request;
    const held: RequestContext = {
      ...context,
      auditEntry: this.audit.writeFor(request, 'approvals.hold'),
      success: (answer) => ({ ...context.success(answer), status: 202 }),
    };
    const command = new HoldAction(request.caller as UserCaller, action.name, body, clientAddress, id);
    return this.commands.answer(held, command, (made) => ({
      approval_id: context.dryRun ? null : made.id,
      status: made.status,
      action: made.action,
      expires_at: made.expiresAt.toISOString(),
      ...(context.dryRun && { result }),
    }));
  }
}
