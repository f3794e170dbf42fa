import { createHash, timingSafeEqual } from 'node:crypto';
import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SimulatorRefusal } from './envelope.view';
import { SimulatorSettingsService, type SimulatorTenant } from './simulator-settings.service';

const TENANT = Symbol('gateway simulator tenant');

type TenantRequest = FastifyRequest & { [TENANT]?: SimulatorTenant };

/** Finds the tenant by the secret key of the request. Throws 401 for an unknown key. */
@Injectable()
export class TenantGuard implements CanActivate {
  constructor(private readonly settings: SimulatorSettingsService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<TenantRequest>();
    const tenant = tenantWith(this.settings, request.headers.authorization);
    if (!tenant) throw new SimulatorRefusal(401, 'Invalid authorization key');
    request[TENANT] = tenant;
    return true;
  }
}

/** The tenant with the secret key of this header. */
export function tenantWith(
  { tenants }: SimulatorSettingsService,
  authorization: string | undefined,
): SimulatorTenant | undefined {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
  return tenants.find(({ secretKey }) => sameSecret(key, secretKey));
}

/** Injects the tenant of the request. */
export const Tenant = createParamDecorator((_: unknown, context: ExecutionContext) => tenantOf(context));

export function tenantOf(context: ExecutionContext): SimulatorTenant {
  return context.switchToHttp().getRequest<TenantRequest>()[TENANT]!;
}

function sameSecret(given: string, expected: string): boolean {
  // A key that is not configured must not match an empty header.
  if (expected === '') return false;
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
