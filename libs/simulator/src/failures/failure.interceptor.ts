import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { concatMap, NEVER, of, type Observable } from 'rxjs';
import { SimulatorRefusal } from '../common/envelope.view';
import { FailuresService, type Operation } from './failures.service';
import { tenantOf } from '../common/tenant.guard';

const OPERATION = 'gateway simulator operation';

/** Names the operation whose responses simulated failures affect. */
export const AffectedByFailures = (operation: Operation) => SetMetadata(OPERATION, operation);

/**
 * Simulates a failure of the network: before the work, so that nothing happens, or after it, so that only the response
 * is lost.
 */
@Injectable()
export class FailureInterceptor implements NestInterceptor {
  constructor(
    private readonly failures: FailuresService,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const operation = this.reflector.get<Operation>(OPERATION, context.getHandler());
    const due = await this.failures.consume(tenantOf(context).mode, operation);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (due.has('503-before')) throw new SimulatorRefusal(503, 'Service unavailable');
    if (due.has('drop-before')) return drop(reply);
    return next.handle().pipe(
      concatMap(async (answer) => {
        if (due.has('delay')) await pause(due.get('delay'), undefined, { ref: false });
        if (due.has('503-after')) throw new SimulatorRefusal(503, 'Service unavailable');
        return due.has('garbage') ? '<html>Bad gateway</html>' : answer;
      }),
      concatMap((answer) => (due.has('drop-connection') ? drop(reply) : of(answer))),
    );
  }
}

/** Closes the connection without a response. Nothing may be written to it afterwards. */
function drop(reply: FastifyReply): Observable<never> {
  reply.hijack();
  reply.raw.destroy();
  return NEVER;
}
