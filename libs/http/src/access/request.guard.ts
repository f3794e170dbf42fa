import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RateLimitGuard } from '../limits/rate-limit.guard';
import { IdentifyGuard } from './identify.guard';
import { PolicyGuard } from './policy.guard';

/**
 * The gates in their order: who calls, how often, whether it is allowed. To Nest they are one guard: its step from one
 * guard to the next costs more than some gates.
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
