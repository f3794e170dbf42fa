import { Module } from '@nestjs/common';
import { AuditModule } from './audit.module';
import { ReverseTransactionHandler } from './commands/reverse-transaction';
import { SettleFaultHandler } from './commands/settle-fault';
import { UnfreezeWalletHandler } from './commands/unfreeze-wallet';
import { OperationsDeskModule } from './operations-desk.module';

@Module({
  imports: [AuditModule, OperationsDeskModule],
  providers: [ReverseTransactionHandler, SettleFaultHandler, UnfreezeWalletHandler],
  exports: [AuditModule, OperationsDeskModule],
})
export class BackofficeModule {}
