import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log';
import { ReverseTransactionHandler } from './commands/reverse-transaction';

@Module({ providers: [AuditLog, ReverseTransactionHandler], exports: [AuditLog] })
export class BackofficeModule {}
