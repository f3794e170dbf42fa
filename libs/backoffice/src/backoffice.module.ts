import { Module } from '@nestjs/common';
import { AuditModule } from './audit.module';
import { ReverseTransactionHandler } from './commands/reverse-transaction';
import { SettleFaultHandler } from './commands/settle-fault';
import { UnfreezeWalletHandler } from './commands/unfreeze-wallet';
import { OperationsDeskModule } from './operations-desk.module';
import { DecideUnappliedHandler } from './unapplied/decide-unapplied';

@Module({
  imports: [AuditModule, OperationsDeskModule],
  providers: [ReverseTransactionHandler, SettleFaultHandler, UnfreezeWalletHandler, DecideUnappliedHandler],
  exports: [AuditModule, OperationsDeskModule],
})
export class BackofficeModule {}
