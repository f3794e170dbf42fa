import { Module } from '@nestjs/common';
import { EscrowModule } from '@app/escrow';
import { AuditModule } from './audit.module';
import { ReverseTransactionHandler } from './commands/reverse-transaction';
import { ClearFaultHandler } from './commands/clear-fault';
import { UnfreezeWalletHandler } from './commands/unfreeze-wallet';
import { ResolveDisputeHandler } from './escrow/commands/resolve-dispute';
import { OperationsDeskModule } from './operations-desk.module';
import { DecideUnappliedHandler } from './unapplied/commands/decide-unapplied';

@Module({
  imports: [AuditModule, OperationsDeskModule, EscrowModule],
  providers: [
    ...[ReverseTransactionHandler, ClearFaultHandler, UnfreezeWalletHandler],
    ...[DecideUnappliedHandler, ResolveDisputeHandler],
  ],
  exports: [AuditModule, OperationsDeskModule],
})
export class BackofficeModule {}
