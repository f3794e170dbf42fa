import { Injectable } from '@nestjs/common';
import { networksOf, RATE_CLASSES, rateLimited, RateLimitStorage } from '@app/http';
import { mailboxOf } from '../common/mailbox.policy';
import { type ClaimedClient, KnownClientsQueries } from '../sessions/known-clients.queries';

const DAY_MS = 24 * 3600 * 1000;
/** Codes that an account gets again in a day, so that five tries of each are few against a million codes. */
const CODES_OF_ACCOUNT = 10;
/** Codes and reset mails that one client address asks for in a day, for all recipients together. */
const MAILS_OF_ADDRESS = 50;
/** Reset mails that one mailbox gets in a day. */
const RESETS_OF_MAILBOX = 20;

/** Accounts that are opened in a day with further addresses of one mailbox, which get a code each. */
const ACCOUNTS_OF_MAILBOX = 10;

/** Limits codes and reset mails by recipient and client address, in addition to the rate class of the actions. */
@Injectable()
export class MailLimitsService {
  constructor(
    private readonly storage: RateLimitStorage,
    private readonly knownClients: KnownClientsQueries,
  ) {}

  /** Sends a code that an account asks for again, which counts unless it fails. Throws RATE_LIMITED past the daily limits. */
  async sendCode<T>(userId: string, ip: string, send: () => Promise<T>): Promise<T> {
    return this.unlessItFails(await this.countCode(userId, ip), send);
  }

  /**
   * Counts a code for a new address, and returns whether it is mailed. Throws RATE_LIMITED past the daily limits of the
   * account and the client's address. A limit of the mailbox is not reported, because that would reveal requests of
   * others.
   */
  async allowsChange(userId: string, newEmail: string, ip: string): Promise<boolean> {
    await this.countCode(userId, ip);
    return this.hasRoom(`change-email ${mailboxOf(newEmail)}`);
  }

  /**
   * Counts a reset mail, and returns whether it is sent. Throws RATE_LIMITED past the limit of the client's address only:
   * a limit of the mailbox is not reported, because that would reveal requests of others. Clients that were signed in to
   * the account are counted by themselves past it, so that strangers cannot use up the owner's mails.
   */
  async allowsReset(email: string, client: ClaimedClient): Promise<boolean> {
    await this.countAddress(client.ip);
    if (await this.hasRoom(`reset-email ${mailboxOf(email)}`)) return true;
    const known = await this.knownClients.find(email, client);
    return known !== null && this.hasRoom(`reset-known ${known}`);
  }

  /**
   * Opens an account, which counts unless it fails if its address is a further one of a mailbox, which a code is mailed to.
   * Throws RATE_LIMITED past the daily limit. The mailbox's own address can be used once anyway, so others cannot use it up.
   */
  async openAccount<T>(email: string, open: () => Promise<T>): Promise<T> {
    if (mailboxOf(email) === email) return open();
    const key = `accounts-mailbox ${mailboxOf(email)}`;
    await this.count(key, ACCOUNTS_OF_MAILBOX);
    return this.unlessItFails([key], open);
  }

  /** Releases the keys that have counted `run` if it fails. */
  private async unlessItFails<T>(counted: readonly string[], run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      await Promise.all(counted.map((key) => this.storage.release(key)));
      throw error;
    }
  }

  private async hasRoom(key: string): Promise<boolean> {
    const { limit, ttl } = RATE_CLASSES.otp;
    const records = await Promise.all([
      this.storage.increment(key, ttl, limit),
      this.storage.increment(`${key} day`, DAY_MS, RESETS_OF_MAILBOX),
    ]);
    return records.every(({ isBlocked }) => !isBlocked);
  }

  /** Returns the keys that have counted the code. */
  private async countCode(userId: string, ip: string): Promise<string[]> {
    const ofAccount = `codes-account ${userId}`;
    const counted = await this.countAddress(ip);
    await this.count(ofAccount, CODES_OF_ACCOUNT);
    return [...counted, ofAccount];
  }

  /** Returns the keys that have counted the mail. */
  private async countAddress(ip: string): Promise<string[]> {
    const networks = networksOf(ip).map(({ key, factor }) => ({ key: `mails-address ${key}`, factor }));
    for (const { key, factor } of networks) await this.count(key, MAILS_OF_ADDRESS * factor);
    return networks.map(({ key }) => key);
  }

  private async count(key: string, limit: number): Promise<void> {
    const record = await this.storage.increment(key, DAY_MS, limit);
    if (record.isBlocked) throw rateLimited(record);
  }
}
