import { UnitOfWork } from '@app/write-path';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BookFault } from '../book-faults.store';
import { FaultResolutionService } from '../fault-resolution.service';

/** Clears a fault that froze no wallet, once the books have been corrected. */
export class ClearFault extends Command<BookFault> {
  constructor(
    readonly faultId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ClearFault)
export class ClearFaultHandler implements ICommandHandler<ClearFault> {
  constructor(
    private readonly resolution: FaultResolutionService,
    private readonly unit: UnitOfWork,
  ) {}

  async execute({ faultId, reason }: ClearFault): Promise<BookFault> {
    const fault = await this.resolution.clearFault(faultId);
    const { check, row, detail } = fault;
    this.unit.audit({
      subject: faultId,
      before: { status: 'open', check, row, detail },
      after: { status: 'cleared' },
      reason,
    });
    return fault;
  }
}
