import { createHash, timingSafeEqual } from 'node:crypto';
import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SimulatorRefusal } from './envelope.view';
import { SimulatorSettings, type SimulatorTenant } from './simulator-settings.service';

const TENANT = Symbol('gateway simulator tenant');

type TenantRequest = FastifyRequest & { [TENANT]?: SimulatorTenant };

/** Finds the tenant by the request's secret key, or answers 401. */
@Injectable()
export class TenantGuard implements CanActivate {
  constructor(private readonly settings: SimulatorSettings) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<TenantRequest>();
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const tenant = this.settings.tenants.find(({ secretKey }) => sameSecret(key, secretKey));
    if (!tenant) throw new SimulatorRefusal(401, 'Invalid authorization key');
    request[TENANT] = tenant;
    return true;
  }
}

/** The tenant whose key the request carries. */
export const Tenant = createParamDecorator((_: unknown, context: ExecutionContext) => tenantOf(context));

export function tenantOf(context: ExecutionContext): SimulatorTenant {
  return context.switchToHttp().getRequest<TenantRequest>()[TENANT]!;
}

function sameSecret(given: string, expected: string): boolean {
  // An unset key in the configuration must not become a key that an empty header opens.
  if (expected === '') return false;
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
