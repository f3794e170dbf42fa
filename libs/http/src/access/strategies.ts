import { AuthGuard } from '@nestjs/passport';
import { DomainError } from '@app/kernel';
import { invalidApiKey, invalidToken, tokenExpired } from './access.errors';

/** Runs the passport strategy for API keys, which the merchants lib registers. */
export class ApiKeyCredential extends AuthGuard('headerapikey') {
  override handleRequest<T>(error: Error | null, caller: T | false): T {
    if (error) throw error;
    if (!caller) throw invalidApiKey();
    return caller;
  }
}

/** Runs the passport strategy for access tokens, which the accounts lib registers. */
export class SessionCredential extends AuthGuard('jwt') {
  override handleRequest<T>(error: Error | null, caller: T | false, info?: Error): T {
    if (error instanceof DomainError) throw error;
    if (info?.name === 'TokenExpiredError') throw tokenExpired();
    if (error && !info) throw error;
    if (!caller) throw invalidToken();
    return caller;
  }
}
