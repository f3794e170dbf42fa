import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { WireRequest } from '../wire/request';
import { AdmissionService } from './admission.service';
import { PolicyGuard } from './policy.guard';

/**
 * Does what needs the body of an admitted request, in one guard because Nest's step between two guards is slow:
 * completes its admission, verifies the PIN, reads the idempotency key. A PIN that a secret key sends is ignored.
 */
@Injectable()
export class RequestGuard implements CanActivate {
  constructor(
    private readonly admission: AdmissionService,
    private readonly policy: PolicyGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<WireRequest>();
    if (request.policy.pin && request.caller.kind === 'app') dropPin(request);
    await this.admission.confirm(request, http.getResponse<FastifyReply>());
    if (this.admission.needsBody(request))
      await this.admission.withBody(request, http.getResponse<FastifyReply>());
    request.isAdmitted = await this.policy.canActivate(context);
    return request.isAdmitted;
  }
}

function dropPin({ body }: WireRequest): void {
  if (Object.hasOwn(body, 'pin')) delete body.pin;
}
