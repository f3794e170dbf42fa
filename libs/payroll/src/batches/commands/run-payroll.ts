import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { type BalanceAfter, Prepared, PreparedCommand, UnitOfWork } from '@app/write-path';
import { Clock, ConcurrencyLimit, type Currency, Money, type Rate } from '@app/kernel';
import { walletMissing, WalletQueries } from '@app/wallet';
import { PayeesService, type RequestedRow } from '../payees.service';
import { notCovered, totalTooLarge } from '../payroll.errors';
import { PayrollBatch } from '../payroll-batch.aggregate';
import { PayrollBatchRepository } from '../payroll-batch.repository';

export interface PayrollRequest {
  employerId: string;
  name: string | null;
  /** The employer's primary wallet where absent. */
  currency?: Currency;
  rows: readonly (Omit<RequestedRow, 'amount'> & { amountMinor: bigint })[];
}

export interface PaidPayroll {
  batch: PayrollBatch;
  /** What the employer can still spend in that currency. */
  newBalance: BalanceAfter;
  /** Exchange rates by the currency that recipients got. */
  rates: ReadonlyMap<Currency, Rate>;
}

/** Pays all recipients in one commit, or none of them. */
export class RunPayroll extends PreparedCommand<PaidPayroll> {
  constructor(readonly request: PayrollRequest) {
    super();
  }
}

/** Payrolls that one process prepares at once: each may have a thousand rows, and other requests need the process too. */
const MAX_PREPARING = 2;

@CommandHandler(RunPayroll)
export class RunPayrollHandler implements ICommandHandler<RunPayroll> {
  private readonly preparing = new ConcurrencyLimit(MAX_PREPARING);

  constructor(
    private readonly wallets: WalletQueries,
    private readonly directory: UserDirectoryQueries,
    private readonly payees: PayeesService,
    private readonly batches: PayrollBatchRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  execute({ request }: RunPayroll): Promise<Prepared<PaidPayroll>> {
    return this.preparing.schedule(() => this.prepare(request));
  }

  private async prepare({ employerId, name, currency, rows: requested }: PayrollRequest) {
    const totalMinor = requested.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const [wallet, employer] = await Promise.all([
      this.wallets.find(employerId, currency),
      this.directory.byId(employerId),
    ]);
    if (!wallet) throw walletMissing(currency);
    const total = new Money(totalMinor, wallet.currency);
    if (!total.isPayable) throw totalTooLarge();
    const rows = requested.map(({ amountMinor, ...row }) => ({
      ...row,
      amount: new Money(amountMinor, wallet.currency),
    }));
    const { payments, rates } = await this.payees.find(employerId, wallet.currency, rows);
    // This refusal names the rows. Where the balance shrinks afterwards, the posting function refuses the payroll.
    if (total.compare(wallet.balance) > 0) {
      const refusal = notCovered(rows, total, wallet.balance);
      await this.payees.countNamed(employerId, refusal);
      throw refusal;
    }

    const sender = { ownerId: employerId, accountId: wallet.id, usertag: employer!.usertag };
    return new Prepared((): PaidPayroll => {
      const paid = PayrollBatch.pay(sender, name, payments, total, this.clock.now());
      this.batches.addWhole(paid);
      return { batch: paid.batch, newBalance: this.unit.balanceAfter(wallet.id), rates };
    });
  }
}
