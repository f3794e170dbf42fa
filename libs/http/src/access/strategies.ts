import { AuthGuard } from '@nestjs/passport';
import { DomainError } from '@app/kernel';
import { invalidApiKey, invalidToken, tokenExpired } from './access.errors';

/** Names of the passport strategies, which the merchants and accounts libs register. */
export const API_KEY_STRATEGY = 'api-key';
export const SESSION_STRATEGY = 'access-token';

/** Runs the passport strategy for API keys. */
export class ApiKeyCredential extends AuthGuard(API_KEY_STRATEGY) {
  override handleRequest<T>(error: Error | null, caller: T | false): T {
    if (error) throw error;
    if (!caller) throw invalidApiKey();
    return caller;
  }
}

/** Runs the passport strategy for access tokens. */
export class SessionCredential extends AuthGuard(SESSION_STRATEGY) {
  override handleRequest<T>(error: Error | null, caller: T | false, info?: Error): T {
    if (error instanceof DomainError) throw error;
    if (info?.name === 'TokenExpiredError') throw tokenExpired();
    if (error && !info) throw error;
    if (!caller) throw invalidToken();
    return caller;
  }
}
