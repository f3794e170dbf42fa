import { Module } from '@nestjs/common';
import { AuditModule } from './audit.module';
import { ReverseTransactionHandler } from './commands/reverse-transaction';
import { SettleFaultHandler } from './commands/settle-fault';
import { UnfreezeWalletHandler } from './commands/unfreeze-wallet';

@Module({
  imports: [AuditModule],
  providers: [ReverseTransactionHandler, SettleFaultHandler, UnfreezeWalletHandler],
  exports: [AuditModule],
})
export class BackofficeModule {}
