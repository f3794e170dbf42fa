import { Module } from '@nestjs/common';
import { LedgerFaultsController } from './faults/ledger-faults.controller';
import { LedgerAdminController } from './ledger-admin.controller';
import { LedgerModule } from './ledger.module';
import { LedgerRepairsController } from './reversals/ledger-repairs.controller';

/** The books, for staff. */
@Module({
  imports: [LedgerModule],
  controllers: [LedgerAdminController, LedgerFaultsController, LedgerRepairsController],
})
export class LedgerHttpModule {}
