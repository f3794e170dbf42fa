import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FxModule } from '@app/fx';
import { WalletModule } from '@app/wallet';
import { RunPayrollHandler } from './commands/run-payroll';
import { Payees } from './payees.service';
import { PayrollQueries } from './payroll.queries';
import { PayrollBatch, PayrollItem } from './payroll-batch.aggregate';
import { PayrollBatches } from './payroll-batch.repository';
import { PayrollController } from './payroll.controller';

/** Payments to many accounts in one commit. `AccountsModule` is global. */
@Module({
  imports: [TypeOrmModule.forFeature([PayrollBatch, PayrollItem]), WalletModule, FxModule],
  providers: [PayrollBatches, PayrollQueries, Payees, RunPayrollHandler],
  controllers: [PayrollController],
})
export class PayrollModule {}
