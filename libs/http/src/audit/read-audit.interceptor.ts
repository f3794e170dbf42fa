import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, concatMap, type Observable } from 'rxjs';
import { type AuditedRequest, AuditLogService } from './audit-log.service';

/**
 * Writes the audit entry that a read declares, after its handler and before the response. A refused read has one if its
 * handler gave the details before it refused.
 */
@Injectable()
export class ReadAuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: AuditLogService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuditedRequest>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (request.auditDetails) await this.audit.append(request);
        throw error;
      }),
      concatMap(async (result: unknown) => {
        await this.audit.append(request);
        return result;
      }),
    );
  }
}
