import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RateLimitGuard } from '../limits/rate-limit.guard';
import { IdentifyGuard } from './identify.guard';
import { PolicyGuard } from './policy.guard';

/**
 * Authenticates, rate-limits and authorizes each request, in one guard because Nest's step between two guards
 * is slow.
 */
@Injectable()
export class RequestGuard implements CanActivate {
  constructor(
    private readonly identify: IdentifyGuard,
    private readonly limit: RateLimitGuard,
    private readonly policy: PolicyGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    return (
      (await this.identify.canActivate(context)) &&
      (await this.limit.canActivate(context)) &&
      this.policy.canActivate(context)
    );
  }
}
