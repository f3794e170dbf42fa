import { Injectable } from '@nestjs/common';
import { networksOf, RATE_CLASSES, rateLimited, type RateLimitRecord, RateLimitStorage } from '@app/http';
import { DomainError } from '@app/kernel';
import { type ClaimedClient, KnownClientsQueries } from '../sessions/known-clients.queries';

interface CountedKey {
  key: string;
  record: RateLimitRecord;
}

/**
 * Limits failed sign-ins by client address and by e-mail address. Past either limit, clients that were signed in to the
 * account before are counted by themselves, so that strangers cannot lock its owner out.
 */
@Injectable()
export class LoginLimitService {
  constructor(
    private readonly storage: RateLimitStorage,
    private readonly knownClients: KnownClientsQueries,
  ) {}

  /**
   * Runs a sign-in, which counts if the credentials are wrong, and passes the limit that ends first to `show`. Throws
   * RATE_LIMITED past the limit.
   */
  async run<T>(
    email: string,
    client: ClaimedClient,
    show: (record: RateLimitRecord) => void,
    signIn: () => Promise<T>,
  ): Promise<T> {
    const counted = await this.count(email, client);
    try {
      const result = await signIn();
      await this.release(counted, show);
      return result;
    } catch (error) {
      // A failure of another kind, such as a missing authenticator code, says nothing about guesses.
      if ((error as DomainError).code !== 'INVALID_CREDENTIALS') await this.release(counted, show);
      else for (const { record } of counted) show(record);
      throw error;
    }
  }

  /**
   * The keys that have counted this sign-in: before its outcome, so that concurrent guesses count too. A key past its
   * limit is none of them, so that known clients do not lower the count of strangers.
   */
  private async count(email: string, client: ClaimedClient): Promise<CountedKey[]> {
    const networks = networksOf(client.ip).map(({ key, factor }) => ({ key: `login ${key}`, factor }));
    const counted = [...networks, { key: `login-email ${email}`, factor: 1 }];
    const keys = await Promise.all(counted.map(({ key, factor }) => this.increment(key, factor)));
    const blocked = keys.find(({ record }) => record.isBlocked);
    if (!blocked) return keys;
    const known = await this.knownClients.find(email, client);
    if (known === null) throw rateLimited(blocked.record);
    const own = await this.increment(`login-known ${known}`);
    if (own.record.isBlocked) throw rateLimited(own.record);
    return [...keys.filter(({ record }) => !record.isBlocked), own];
  }

  private async increment(key: string, factor = 1): Promise<CountedKey> {
    const { limit, ttl } = RATE_CLASSES.login;
    return { key, record: await this.storage.increment(key, ttl, limit * factor) };
  }

  private async release(counted: readonly CountedKey[], show: (record: RateLimitRecord) => void) {
    await Promise.all(counted.map(({ key }) => this.storage.release(key)));
    for (const { record } of counted) show({ ...record, totalHits: record.totalHits - 1 });
  }
}
