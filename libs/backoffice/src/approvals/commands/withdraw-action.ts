import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { otherMakers } from '../approvals.errors';
import type { HeldAction } from '../held-action.aggregate';
import { HeldActionAccessService } from '../held-action-access.service';
import { HeldActionRepository } from '../held-action.repository';

/** The maker takes a held action back. */
export class WithdrawAction extends Command<HeldAction> {
  constructor(
    readonly caller: UserCaller,
    readonly approvalId: string,
    readonly reason: string | null,
  ) {
    super();
  }
}

@CommandHandler(WithdrawAction)
export class WithdrawActionHandler implements ICommandHandler<WithdrawAction> {
  constructor(
    private readonly store: HeldActionRepository,
    private readonly access: HeldActionAccessService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** NOT_FOUND for staff who may not read it, FORBIDDEN for others than the maker. */
  async execute({ caller, approvalId, reason }: WithdrawAction): Promise<HeldAction> {
    const held = await this.store.byId(approvalId);
    this.access.assertReadable(caller, held);
    if (held.makerId !== caller.userId) throw otherMakers();
    held.withdraw(reason, this.clock.now());
    this.store.save(held);
    this.unit.audit({
      subject: held.id,
      before: { status: 'awaiting_approval' },
      after: { status: held.status, action: held.action },
      ...(reason !== null && { reason }),
    });
    return held;
  }
}
