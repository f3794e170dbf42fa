import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { RefundRepository } from '../refund.repository';

/** Alerts finance, once, of a refund that a company has had for seven days. False where it has not, or they were alerted. */
export class AlertOfLateRefund extends Command<boolean> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(AlertOfLateRefund)
export class AlertOfLateRefundHandler implements ICommandHandler<AlertOfLateRefund> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: AlertOfLateRefund): Promise<boolean> {
    const refund = await this.refunds.byId(id);
    if (!refund.alert(this.clock.now())) return false;
    this.refunds.save(refund);
    return true;
  }
}
