import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, uuidv7 } from '@app/kernel';
import { requestRun, WorkQueue } from '@app/queue';
import { UnitOfWork } from '@app/write-path';
import { LedgerVerificationsStore, VERIFY_LEDGER } from '../ledger-verifications.store';

/** Requests a verification of the ledger, or joins the one that is open; returns its id. */
export class RequestVerification extends Command<string> {
  constructor(readonly staffId: string) {
    super();
  }
}

@CommandHandler(RequestVerification)
export class RequestVerificationHandler implements ICommandHandler<RequestVerification> {
  constructor(
    private readonly verifications: LedgerVerificationsStore,
    private readonly unit: UnitOfWork,
    private readonly queue: WorkQueue,
    private readonly clock: Clock,
  ) {}

  async execute({ staffId }: RequestVerification): Promise<string> {
    const open = await this.verifications.open();
    if (open) return open;
    const now = this.clock.now();
    const id = uuidv7(now);
    this.unit.stage({
      sql: `INSERT INTO ledger_verifications (id, requested_by, requested_at) VALUES ($1, $2, $3)
            ON CONFLICT ((true)) WHERE finished_at IS NULL DO NOTHING`,
      parameters: [id, staffId, now],
      // If another request opened one meanwhile, the command starts over and joins it.
      expectedRows: 1,
    });
    this.unit.stage(requestRun(VERIFY_LEDGER));
    this.unit.onCommitted(() => this.queue.add('scheduled-job', VERIFY_LEDGER));
    return id;
  }
}
