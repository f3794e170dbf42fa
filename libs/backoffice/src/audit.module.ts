import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.service';
import { WhenBookFaultFound } from './listeners/when-book-fault-found';

/** The audit log, and what the service itself enters into it. */
@Module({ providers: [AuditLog, WhenBookFaultFound], exports: [AuditLog] })
export class AuditModule {}
