import { Injectable } from '@nestjs/common';
import { networksOf, RATE_CLASSES, rateLimited, RateLimitStorage } from '@app/http';
import { DomainError } from '@app/kernel';
import { type ClaimedClient, KnownClients } from './known-clients.queries';

/**
 * Limits failed sign-ins by client address and by e-mail address. Past either limit, clients that were signed in to the
 * account before are counted by themselves, so that strangers cannot lock its owner out.
 */
@Injectable()
export class LoginLimit {
  constructor(
    private readonly storage: RateLimitStorage,
    private readonly knownClients: KnownClients,
  ) {}

  /** Runs a sign-in, which counts if the credentials are wrong. Throws RATE_LIMITED past the limit. */
  async run<T>(email: string, client: ClaimedClient, signIn: () => Promise<T>): Promise<T> {
    const counted = await this.count(email, client);
    try {
      const result = await signIn();
      await this.release(counted);
      return result;
    } catch (error) {
      // A failure of another kind, such as a missing authenticator code, says nothing about guesses.
      if ((error as DomainError).code !== 'INVALID_CREDENTIALS') await this.release(counted);
      throw error;
    }
  }

  /**
   * The keys that have counted this sign-in: before its outcome, so that concurrent guesses count too. A key past its
   * limit is none of them, so that known clients do not lower the count of strangers.
   */
  private async count(email: string, client: ClaimedClient): Promise<string[]> {
    const networks = networksOf(client.ip).map(({ key, factor }) => ({ key: `login ${key}`, factor }));
    const counted = [...networks, { key: `login-email ${email}`, factor: 1 }];
    const keys = counted.map(({ key }) => key);
    const records = await Promise.all(counted.map(({ key, factor }) => this.increment(key, factor)));
    const blocked = records.find(({ isBlocked }) => isBlocked);
    if (!blocked) return keys;
    const known = await this.knownClients.find(email, client);
    if (known === null) throw rateLimited(blocked);
    const own = `login-known ${known}`;
    const record = await this.increment(own);
    if (record.isBlocked) throw rateLimited(record);
    return [...keys.filter((_, i) => !records[i]!.isBlocked), own];
  }

  private increment(key: string, factor = 1) {
    const { limit, ttl } = RATE_CLASSES.login;
    return this.storage.increment(key, ttl, limit * factor);
  }

  private async release(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.storage.release(key)));
  }
}
