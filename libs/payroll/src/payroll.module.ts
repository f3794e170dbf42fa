import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FxModule } from '@app/fx';
import { WalletModule } from '@app/wallet';
import { RunPayrollHandler } from './batches/commands/run-payroll';
import { PayeesService } from './batches/payees.service';
import { PayrollQueries } from './batches/payroll.queries';
import { PayrollBatch, PayrollItem } from './batches/payroll-batch.aggregate';
import { PayrollBatchRepository } from './batches/payroll-batch.repository';
import { PayrollController } from './batches/payroll.controller';

/** Payments to many accounts in one commit. `AccountsModule` is global. */
@Module({
  imports: [TypeOrmModule.forFeature([PayrollBatch, PayrollItem]), WalletModule, FxModule],
  providers: [PayrollBatchRepository, PayrollQueries, PayeesService, RunPayrollHandler],
  controllers: [PayrollController],
})
export class PayrollModule {}
