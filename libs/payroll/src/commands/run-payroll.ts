import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectory } from '@app/accounts';
import { type BalanceAfter, Prepared, PreparedCommand, UnitOfWork } from '@app/write-path';
import { Clock, ConcurrencyLimit, type Currency, Money, type Rate } from '@app/kernel';
import { walletMissing, WalletQueries } from '@app/wallet';
import { Payees, type WishedRow } from '../payees.service';
import { notCovered, totalTooLarge } from '../payroll.errors';
import { PayrollBatch } from '../payroll-batch.aggregate';
import { PayrollBatches } from '../payroll-batch.repository';

export interface PayrollRequest {
  employerId: string;
  name: string | null;
  /** The employer's primary wallet where absent. */
  currency?: Currency;
  rows: readonly (Omit<WishedRow, 'amount'> & { amountMinor: bigint })[];
}

export interface PaidPayroll {
  batch: PayrollBatch;
  /** What the employer can still spend in that currency. */
  newBalance: BalanceAfter;
  /** What was converted at, by the currency that recipients got. */
  rates: ReadonlyMap<Currency, Rate>;
}

/** Pays everybody in one commit, or nobody. */
export class RunPayroll extends PreparedCommand<PaidPayroll> {
  constructor(readonly request: PayrollRequest) {
    super();
  }
}

/** Of this process, at once: each brings a thousand rows, and others are waiting for their transfers. */
const MAX_PREPARING = 2;

@CommandHandler(RunPayroll)
export class RunPayrollHandler implements ICommandHandler<RunPayroll> {
  private readonly preparing = new ConcurrencyLimit(MAX_PREPARING);

  constructor(
    private readonly wallets: WalletQueries,
    private readonly directory: UserDirectory,
    private readonly payees: Payees,
    private readonly batches: PayrollBatches,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  execute({ request }: RunPayroll): Promise<Prepared<PaidPayroll>> {
    return this.preparing.run(() => this.prepare(request));
  }

  private async prepare({ employerId, name, currency, rows: wished }: PayrollRequest) {
    const totalMinor = wished.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const [wallet, employer] = await Promise.all([
      this.wallets.find(employerId, currency),
      this.directory.byId(employerId),
    ]);
    if (!wallet) throw walletMissing(currency);
    const total = new Money(totalMinor, wallet.currency);
    if (!total.isPayable) throw totalTooLarge();
    const rows = wished.map(({ amountMinor, ...row }) => ({
      ...row,
      amount: new Money(amountMinor, wallet.currency),
    }));
    const { payments, rates } = await this.payees.find(employerId, wallet.currency, rows);
    // Said here by rows; where the balance shrinks after this, the posting function refuses the whole.
    if (total.compare(wallet.balance) > 0) throw notCovered(rows, total, wallet.balance);

    const sender = { ownerId: employerId, accountId: wallet.id, usertag: employer!.usertag };
    return new Prepared((): PaidPayroll => {
      const paid = PayrollBatch.pay(sender, name, payments, total, this.clock.now());
      this.batches.addWhole(paid);
      return { batch: paid.batch, newBalance: this.unit.balanceAfter(wallet.id), rates };
    });
  }
}
