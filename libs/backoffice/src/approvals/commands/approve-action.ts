import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLogService, type UserCaller, type WireRequest } from '@app/http';
import { Clock, DomainError } from '@app/kernel';
import { StaleAggregate, UnitOfWork } from '@app/write-path';
import { digestOutdated } from '../approvals.errors';
import type { HeldAction, Refusal } from '../held-action.aggregate';
import { HeldActionAccessService } from '../held-action-access.service';
import { HeldActionRepository } from '../held-action.repository';
import { isFinal, type Rehearsed, RehearsalsService } from '../rehearsals.service';
import { runAction } from './carry-out-action';

/** Either what the action did, or why it was refused, which has ended its approval. */
export type Approved = { held: HeldAction; result: object } | { held: HeldAction; refusal: Refusal };

/** A second person approves a held action, which carries it out in the same commit. */
export class ApproveAction extends Command<Approved> {
  constructor(
    readonly request: WireRequest,
    readonly approvalId: string,
    readonly digest: string,
  ) {
    super();
  }
}

@CommandHandler(ApproveAction)
export class ApproveActionHandler implements ICommandHandler<ApproveAction> {
  constructor(
    private readonly store: HeldActionRepository,
    private readonly access: HeldActionAccessService,
    private readonly rehearsals: RehearsalsService,
    private readonly bus: CommandBus,
    private readonly audit: AuditLogService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * NOT_FOUND for staff who may not approve it, FORBIDDEN for the maker and for an own object, INVALID_STATE where it
   * is decided already, CONFLICT where it would have another result than the one read.
   */
  async execute({ request, approvalId, digest }: ApproveAction): Promise<Approved> {
    const caller = request.caller as UserCaller;
    const held = await this.store.byId(approvalId);
    this.access.assertReadable(caller, held);
    await this.access.assertSecondPerson(caller, held);
    held.assertAwaiting(this.clock.now());
    await this.rehearsals.assertNotOwn(held, caller, request);
    let rehearsed: Rehearsed;
    try {
      rehearsed = await this.rehearsals.asMaker(held, request);
    } catch (error) {
      if (isFinal(error)) return this.fail(held, caller, { code: error.code, message: error.message });
      throw error;
    }
    if (rehearsed.digest !== digest.toLowerCase()) throw digestOutdated();
    return this.carryOut(held, caller, rehearsed);
  }

  private async carryOut(held: HeldAction, caller: UserCaller, rehearsed: Rehearsed): Promise<Approved> {
    const { action, body, maker, digest } = rehearsed;
    const result = action.present(await this.run(rehearsed));
    const { makerId: staffId, address, requestId } = held;
    const { after, ...details } = this.unit.takeAudit();
    this.audit.stage(
      { staffId, address, requestId },
      { ...details, action: action.name, after: { ...after, approval_id: held.id } },
    );
    held.approve(caller.userId, this.clock.now());
    this.store.save(held);
    this.unit.audit({
      subject: held.id,
      before: { status: 'awaiting_approval' },
      after: { status: held.status, action: action.name, body, maker_id: maker.userId, digest },
    });
    return { held, result };
  }

  /** Runs the action's command in this unit of work. If it is refused after all, the approval starts over. */
  private async run({ action, body, maker }: Rehearsed): Promise<unknown> {
    try {
      return await runAction(this.bus, action, maker, body);
    } catch (error) {
      if (error instanceof DomainError) throw new StaleAggregate();
      throw error;
    }
  }

  private fail(held: HeldAction, caller: UserCaller, refusal: Refusal): Approved {
    held.fail(caller.userId, refusal, this.clock.now());
    this.store.save(held);
    this.unit.audit({
      subject: held.id,
      before: { status: 'awaiting_approval' },
      after: { status: held.status, action: held.action, maker_id: held.makerId, refusal },
    });
    return { held, refusal };
  }
}
