import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller, WireRequest } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { HeldAction } from '../held-action.aggregate';
import { HeldActionAccessService } from '../held-action-access.service';
import { HeldActionRepository } from '../held-action.repository';
import { RehearsalsService } from '../rehearsals.service';

/** A second person refuses a held action. */
export class RefuseAction extends Command<HeldAction> {
  constructor(
    readonly request: WireRequest,
    readonly approvalId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RefuseAction)
export class RefuseActionHandler implements ICommandHandler<RefuseAction> {
  constructor(
    private readonly store: HeldActionRepository,
    private readonly access: HeldActionAccessService,
    private readonly rehearsals: RehearsalsService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** NOT_FOUND for staff who may not approve it, FORBIDDEN for the maker and for an own object. */
  async execute({ request, approvalId, reason }: RefuseAction): Promise<HeldAction> {
    const caller = request.caller as UserCaller;
    const held = await this.store.byId(approvalId);
    this.access.assertReadable(caller, held);
    await this.access.assertSecondPerson(caller, held);
    held.assertAwaiting(this.clock.now());
    await this.rehearsals.assertNotOwn(held, caller, request);
    held.refuse(caller.userId, reason, this.clock.now());
    this.store.save(held);
    this.unit.audit({
      subject: held.id,
      before: { status: 'awaiting_approval' },
      after: { status: held.status, action: held.action, maker_id: held.makerId },
      reason,
    });
    return held;
  }
}
