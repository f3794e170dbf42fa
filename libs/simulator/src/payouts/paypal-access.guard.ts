import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { addSeconds, Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import { PayPalRefusal } from './paypal-refusal.filter';

export const TOKEN_SECONDS = 3600;

/** Gives out access tokens and checks them. A token is its end and a keyed hash of it. */
@Injectable()
export class PayPalTokens {
  constructor(
    private readonly settings: SimulatorSettingsService,
    private readonly clock: Clock,
  ) {}

  /** Throws 401 for other credentials than those of the platform. */
  issue(authorization: string | undefined): string {
    if (!this.isClient(authorization))
      throw new PayPalRefusal(401, 'invalid_client', 'Client Authentication failed');
    return this.tokenUntil(addSeconds(this.clock.now(), TOKEN_SECONDS).getTime());
  }

  /** Whether these are the credentials of the platform. */
  isClient(authorization: string | undefined): boolean {
    const { payoutWallet } = this.settings;
    const given = Buffer.from((authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    return (
      payoutWallet !== undefined && isSame(given, `${payoutWallet.clientId}:${payoutWallet.clientSecret}`)
    );
  }

  accepts(authorization: string | undefined): boolean {
    const token = (authorization ?? '').replace(/^Bearer /, '');
    const until = Number(token.split('.')[0]);
    if (!this.settings.payoutWallet || !(until > this.clock.now().getTime())) return false;
    return isSame(token, this.tokenUntil(until));
  }

  private tokenUntil(until: number): string {
    const { clientSecret } = this.settings.payoutWallet!;
    return `${until}.${createHmac('sha256', clientSecret).update(`token ${until}`).digest('base64url')}`;
  }
}

/** Throws 401 without a valid access token. */
@Injectable()
export class PayPalAccessGuard implements CanActivate {
  constructor(private readonly tokens: PayPalTokens) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.tokens.accepts(headers.authorization)) return true;
    throw new PayPalRefusal(401, 'AUTHENTICATION_FAILURE', 'Authentication failed');
  }
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
