import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ChargebackReadsStore } from '../chargeback-reads.store';

/** Records that all chargebacks of a company up to a time were read. */
export class RecordReading extends Command<void> {
  constructor(
    readonly gateway: string,
    readonly at: Date,
  ) {
    super();
  }
}

@CommandHandler(RecordReading)
export class RecordReadingHandler implements ICommandHandler<RecordReading> {
  constructor(private readonly reads: ChargebackReadsStore) {}

  execute({ gateway, at }: RecordReading): Promise<void> {
    this.reads.record(gateway, at);
    return Promise.resolve();
  }
}
