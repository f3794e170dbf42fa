import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '@app/config';
import type { UserCaller } from '@app/http';
import { HeardChanges, type Rememberer } from '@app/queue';

/** Changes of sessions, users and their second factors are announced here, by triggers, with the user's id. */
export const CALLERS = 'callers';
const MOST_SESSIONS = 20_000;

interface Remembered {
  caller: UserCaller;
  expiresAt: Date;
}

/**
 * Whom the gates asked for before. Gone by only while every change of sessions and their people is heard, so that an
 * ended session is refused by the next request to any process all the same. What stands for nobody is never remembered.
 */
@Injectable()
export class RememberedCallers implements Rememberer, OnModuleDestroy {
  /** By session; those that were remembered longest ago come first, and go first. */
  private readonly sessions = new Map<string, Remembered>();
  private readonly changes: HeardChanges;

  constructor({ env }: Config) {
    this.changes = new HeardChanges(env.DATABASE_URL, CALLERS, this);
  }

  find(userId: string, sessionId: string, now: Date): UserCaller | null {
    if (!this.changes.areAll) return null;
    const known = this.sessions.get(sessionId);
    return known && known.caller.userId === userId && known.expiresAt > now ? known.caller : null;
  }

  /** To be taken before a read, and handed over with what was read. */
  get moment(): number | null {
    return this.changes.moment;
  }

  /** Not kept where anything has changed since `moment`: it may have been read before that. */
  keep(caller: UserCaller, expiresAt: Date, moment: number | null): void {
    if (!this.changes.noneSince(moment)) return;
    const oldest = this.sessions.size < MOST_SESSIONS ? undefined : this.sessions.keys().next().value;
    if (oldest !== undefined) this.sessions.delete(oldest);
    this.sessions.set(caller.sessionId, { caller, expiresAt });
  }

  forget(userId: string): void {
    for (const [id, { caller }] of this.sessions) if (caller.userId === userId) this.sessions.delete(id);
  }

  forgetAll(): void {
    this.sessions.clear();
  }

  async onModuleDestroy(): Promise<void> {
    await this.changes.close();
  }
}
