import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReportedChargeback } from '@app/charges';
import { Clock } from '@app/kernel';
import { ChargebackReportsService } from '../chargeback-reports.service';

/** Records what a company says of a chargeback. */
export class RecordChargeback extends Command<void> {
  constructor(
    readonly gateway: string,
    readonly report: ReportedChargeback,
  ) {
    super();
  }
}

@CommandHandler(RecordChargeback)
export class RecordChargebackHandler implements ICommandHandler<RecordChargeback> {
  constructor(
    private readonly reports: ChargebackReportsService,
    private readonly clock: Clock,
  ) {}

  execute({ gateway, report }: RecordChargeback): Promise<void> {
    return this.reports.apply(gateway, report, this.clock.now());
  }
}
