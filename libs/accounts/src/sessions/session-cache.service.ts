import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '@app/config';
import type { UserCaller } from '@app/http';
import { InvalidationChannel, type InvalidatedCache } from '@app/queue';
import { UnitOfWork } from '@app/write-path';

/** Changes of sessions, users, second factors and memberships are announced here, by triggers, with the user's id. */
const CHANNEL = 'callers';
const MAX_SESSIONS = 20_000;

interface CachedCaller {
  caller: UserCaller;
  expiresAt: Date;
}

/**
 * Callers of recent requests by their session. Used only while notifications of changed sessions and users arrive: an
 * ended session is refused at once by the process that ended it, and by the others once PostgreSQL notifies them, a
 * second later at most. Unknown sessions are not cached.
 */
@Injectable()
export class SessionCacheService implements InvalidatedCache, OnModuleDestroy {
  /** By session, the oldest entries first, which are removed first. */
  private readonly sessions = new Map<string, CachedCaller>();
  /** By person, and by account where the session acts for another one, whose changes count too. */
  private readonly sessionsOf = new Map<string, Set<string>>();
  private readonly changes: InvalidationChannel;

  constructor(
    { env }: Config,
    private readonly unit: UnitOfWork,
  ) {
    this.changes = new InvalidationChannel(env.DATABASE_URL, CHANNEL, this);
  }

  find(userId: string, sessionId: string, now: Date): UserCaller | null {
    if (!this.changes.isTrusted) return null;
    const known = this.sessions.get(sessionId);
    return known && known.caller.userId === userId && known.expiresAt > now ? known.caller : null;
  }

  /** Taken before a read and passed with its result. */
  get moment(): number | null {
    return this.changes.moment;
  }

  /** Does nothing where a change arrived since `moment`: the value may have been read before it. */
  keep(caller: UserCaller, expiresAt: Date, moment: number | null): void {
    if (!this.changes.isUnchangedSince(moment)) return;
    if (this.sessions.size >= MAX_SESSIONS) this.drop(this.sessions.keys().next().value!);
    const { userId, accountId, sessionId } = caller;
    this.sessions.set(sessionId, { caller, expiresAt });
    this.index(userId, sessionId);
    if (accountId !== userId) this.index(accountId, sessionId);
  }

  /**
   * Removes the callers of a person or account from this process's cache once the running command has committed, before its
   * response.
   */
  forgetAfterCommit(id: string): void {
    this.unit.onCommitted(() => this.changes.changed(id));
  }

  /** Of a person or an account. */
  invalidate(id: string): void {
    for (const sessionId of this.sessionsOf.get(id) ?? []) this.drop(sessionId);
  }

  invalidateAll(): void {
    this.sessions.clear();
    this.sessionsOf.clear();
  }

  async onModuleDestroy(): Promise<void> {
    await this.changes.close();
  }

  private index(id: string, sessionId: string): void {
    const others = this.sessionsOf.get(id);
    if (others) others.add(sessionId);
    else this.sessionsOf.set(id, new Set([sessionId]));
  }

  private drop(sessionId: string): void {
    const { userId, accountId } = this.sessions.get(sessionId)!.caller;
    this.sessions.delete(sessionId);
    for (const id of new Set([userId, accountId])) {
      const all = this.sessionsOf.get(id);
      all?.delete(sessionId);
      if (all?.size === 0) this.sessionsOf.delete(id);
    }
  }
}
