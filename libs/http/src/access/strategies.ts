import { AuthGuard } from '@nestjs/passport';
import { DomainError } from '@app/kernel';
import { invalidApiKey, invalidToken, tokenExpired } from './refusals';

/** Names under which the passport strategies are registered by the contexts that own the credentials. */
export const API_KEY_STRATEGY = 'api-key';
export const SESSION_STRATEGY = 'access-token';

/** Runs passport's header strategy for API keys; who the key belongs to is the merchants' to say. */
export class ApiKeyCredential extends AuthGuard(API_KEY_STRATEGY) {
  override handleRequest<T>(error: Error | null, caller: T | false): T {
    if (error) throw error;
    if (!caller) throw invalidApiKey();
    return caller;
  }
}

/** Runs passport's JWT strategy; whether the session still stands is the accounts' to say. */
export class SessionCredential extends AuthGuard(SESSION_STRATEGY) {
  override handleRequest<T>(error: Error | null, caller: T | false, info?: Error): T {
    if (error instanceof DomainError) throw error;
    if (info?.name === 'TokenExpiredError') throw tokenExpired();
    if (error && !info) throw error;
    if (!caller) throw invalidToken();
    return caller;
  }
}
