import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ChangeNotifier, type Watch } from '@app/queue';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { type Mode, notFound } from '@app/kernel';
import { inRealTime } from '@app/test-clock';
import { Repository } from 'typeorm';
import { CheckoutSession } from './checkout-session.aggregate';
import { whileFrozen } from './payees.queries';

const TOPIC = 'checkout-session';
/** A notification may be lost with its connection, so a watcher looks again after this. */
const LOOK_AGAIN_MS = 3_000;

/** Notifies those who watch a session, in any process, that it has changed. */
@Injectable()
export class SessionChanges {
  constructor(
    private readonly notifier: ChangeNotifier,
    private readonly unit: UnitOfWork,
  ) {}

  /** Notifies the watchers of the session with this internal id after the current unit of work has committed. */
  notifyOnCommit(id: string): void {
    this.unit.onCommitted(() => this.notifier.notify(TOPIC, id));
  }

  /** Wakes every few seconds anyway. Null where too many watch already: the caller then answers with what there is. */
  async watch(id: string): Promise<Watch | null> {
    const watch = await this.notifier.watch(TOPIC, id);
    return watch && { ...watch, changed: (limitMs) => watch.changed(Math.min(limitMs, LOOK_AGAIN_MS)) };
  }

  get isClosed(): boolean {
    return this.notifier.isClosed;
  }
}

@Injectable()
export class CheckoutSessionRepository extends AggregateStore<CheckoutSession> {
  private readonly withId = this.loaderBy('id');
  private readonly withSessionId = this.loaderBy('sessionId');

  constructor(
    @InjectRepository(CheckoutSession) rows: Repository<CheckoutSession>,
    unit: UnitOfWork,
    private readonly sessionChanges: SessionChanges,
  ) {
    super(rows, unit);
  }

  override save(session: CheckoutSession): void {
    super.save(session);
    this.sessionChanges.notifyOnCommit(session.id);
  }

  async byId(id: string): Promise<CheckoutSession> {
    return found(await this.withId.read(id));
  }

  /** A session of this owner and mode; a session of another owner is not found. */
  async ofOwner(ownerId: string, mode: Mode, sessionId: string): Promise<CheckoutSession> {
    const session = await this.named(sessionId, mode);
    return found(session?.ownerId === ownerId ? session : null);
  }

  /** A session of any owner by its public name, for buyers. */
  async byPublicId(sessionId: string, mode: Mode): Promise<CheckoutSession> {
    return found(await this.named(sessionId, mode));
  }

  /** A session this app made. */
  async ofApp(appId: string, mode: Mode, sessionId: string): Promise<CheckoutSession> {
    const session = await this.named(sessionId, mode);
    return found(session?.appId === appId ? session : null);
  }

  private async named(sessionId: string, mode: Mode): Promise<CheckoutSession | null> {
    const session = await this.withSessionId.read(sessionId);
    return session?.mode === mode ? session : null;
  }

  /** The session a page's token opens; null where it opens none. */
  byTokenHash(tokenHash: Buffer, mode: Mode): Promise<CheckoutSession | null> {
    return this.findOneBy({ tokenHash, mode });
  }

  /**
   * Sessions in real time whose time is over and that have no attempt in flight, the longest waiting first; none that
   * waits for its merchant to be unfrozen.
   */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM checkout_sessions s WHERE status = 'pending' AND expires_at <= $1 AND ${inRealTime('s')}
          AND NOT ${whileFrozen('s')} ORDER BY expires_at LIMIT $2`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The same for the test sessions of one app. */
  async dueOfApp(appId: string, upTo: Date, limit: number): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(
      `SELECT id FROM checkout_sessions s
        WHERE app_id = $1 AND mode = 'test' AND status = 'pending' AND expires_at <= $2
          AND NOT ${whileFrozen('s')} ORDER BY expires_at, id LIMIT $3`,
      [appId, upTo, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** When the next open test session of an app expires after this time. */
  async nextExpiry(appId: string, after: Date): Promise<Date | null> {
    const [row] = await this.rows.query<{ at: Date | null }[]>(
      `SELECT min(expires_at) AS at FROM checkout_sessions
        WHERE app_id = $1 AND mode = 'test' AND status IN ('pending', 'processing') AND expires_at > $2`,
      [appId, after],
    );
    return row!.at;
  }
}

function found(session: CheckoutSession | null): CheckoutSession {
  if (!session) throw notFound('Checkout session');
  return session;
}
