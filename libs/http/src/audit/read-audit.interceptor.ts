import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { concatMap, type Observable } from 'rxjs';
import { type AuditedRequest, AuditLogService } from './audit-log.service';

/** Writes the audit entry that a read declares: after its handler, so that a refused one has none, before the response. */
@Injectable()
export class ReadAuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: AuditLogService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuditedRequest>();
    return next.handle().pipe(
      concatMap(async (result: unknown) => {
        await this.audit.append(request);
        return result;
      }),
    );
  }
}
