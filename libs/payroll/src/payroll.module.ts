import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FxModule } from '@app/fx';
import { WalletModule } from '@app/wallet';
import { RunPayrollHandler } from './commands/run-payroll';
import { Payees } from './payees.service';
import { PayrollQueries } from './payroll.queries';
import { PayrollBatch } from './payroll-batch.aggregate';
import { PayrollBatches } from './payroll-batch.repository';
import { PayrollItem } from './payroll-item.aggregate';
import { PayeesLimit } from './payees-limit.service';

/** Many people paid at once. `AccountsModule` is global. */
@Module({
  imports: [TypeOrmModule.forFeature([PayrollBatch, PayrollItem]), WalletModule, FxModule],
  providers: [PayrollBatches, PayrollQueries, Payees, PayeesLimit, RunPayrollHandler],
  exports: [PayrollQueries],
})
export class PayrollModule {}
