import { randomUUID } from 'node:crypto';
import { type HttpAnswer, httpClient } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import type { Platform } from '../../support/platform';
import { SeveringProxy, type Side } from '../../support/severing-proxy';
import { type Standing, STANDING } from '../support/account-standing';
import { appEnvironment, AppProcess } from '../support/app-process';

/** What compliance does to an account: of a freeze because of money laundering the end is held and then approved. */
export const DECISIONS = ['freeze', 'unfreeze', 'hold', 'approve'] as const;
export type Decision = (typeof DECISIONS)[number];

interface Request {
  path: string;
  body: object;
  staff: TestStaff;
}

/** Decisions about one account, in a process that is killed while it makes them. */
export class FreezeKills {
  private fragile: AppProcess | undefined;
  private awaited = '';
  private staff: readonly [maker: TestStaff, approver: TestStaff];

  private constructor(
    private readonly platform: Platform,
    private readonly proxy: SeveringProxy,
    /** A process that is not killed. */
    private readonly url: string,
    private readonly userId: string,
  ) {}

  static async open(platform: Platform, url: string, userId: string): Promise<FreezeKills> {
    const proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    return new FreezeKills(platform, proxy, url, userId);
  }

  async close(): Promise<void> {
    await this.fragile?.stop();
    await this.proxy.close();
  }

  async standing(): Promise<Standing> {
    const [row] = await this.platform.sql<Standing>(STANDING, [this.userId]);
    return row!;
  }

  /** Number of round trips with the database from the first one about the object of the decision. Undoes it. */
  async turnsOf(decision: Decision): Promise<number> {
    // On a slow machine a token ends before all decisions are tried.
    this.staff = [await this.platform.staff('compliance'), await this.platform.staff('compliance')];
    const request = await this.prepared(decision);
    const fragile = await this.running();
    this.proxy.armFrom(this.objectOf(decision), Infinity, 'before');
    const { status, text } = await this.send(fragile, request, randomUUID());
    const { turns } = this.proxy;
    if (status >= 300) throw new Error(`${decision}: ${text}`);
    await this.undone();
    return turns;
  }

  /**
   * Kills the process at a round trip of the decision. Returns how the account stands then, and after the client has
   * repeated its request at another process until it is answered.
   */
  async killedAt(decision: Decision, turn: number, side: Side) {
    const request = await this.prepared(decision);
    const before = await this.standing();
    const key = randomUUID();
    const fragile = await this.running();
    const killed = new Promise<void>((resolve, reject) => {
      this.proxy.onBreak = () => void fragile.kill().then(resolve, reject);
    });
    this.proxy.armFrom(this.objectOf(decision), turn, side);
    const sent = this.send(fragile, request, key).catch(() => null);
    // A process that answers makes fewer round trips than it made at first.
    await Promise.race([killed, sent.then((answer) => (answer ? undefined : killed))]);
    this.proxy.disarm();
    const first = await sent;
    const left = await this.standing();
    let answer: HttpAnswer | null = first?.status === 200 ? first : null;
    while (!answer || answer.status >= 500 || answer.body.error_code === 'IDEMPOTENCY_IN_PROGRESS') {
      // The claim of the killed process ends at once instead of after a minute.
      await this.platform.sql(
        `UPDATE idempotency_keys SET created_at = created_at - interval '61 s' WHERE status IS NULL`,
      );
      answer = await this.send({ url: this.url }, request, key);
    }
    return { isKilled: !fragile.isRunning, before, left, answer, after: await this.standing() };
  }

  /** Leaves the account unfrozen. */
  async undone(): Promise<void> {
    const { frozen, awaiting } = await this.standing();
    if (!frozen) return;
    if (awaiting === 0) await this.done(this.decided('unfreeze', ''));
    if ((await this.standing()).frozen) await this.done(await this.approval());
  }

  private async prepared(decision: Decision): Promise<Request> {
    if (decision === 'freeze') return this.decided('freeze', 'Reported by a customer');
    const isHeld = decision !== 'unfreeze';
    await this.done(this.decided('freeze', isHeld ? 'AML: many small payments' : 'Reported by a customer'));
    if (decision === 'approve') await this.done(this.decided('unfreeze', ''));
    return decision === 'approve' ? this.approval() : this.decided('unfreeze', '');
  }

  private decided(action: 'freeze' | 'unfreeze', reason: string): Request {
    const body = { user_id: this.userId, reason: reason || 'It was a mistake' };
    return { path: `admin.php?section=users&action=${action}`, body, staff: this.staff[0] };
  }

  private async approval(): Promise<Request> {
    const show = `${this.url}/api/admin.php?section=approvals&action=show&approval_id=${this.awaited}`;
    const [, staff] = this.staff;
    const { body } = await httpClient('GET', show, undefined, { token: staff.token });
    const { digest } = body as { digest: string };
    return {
      path: 'admin.php?section=approvals&action=approve',
      body: { approval_id: this.awaited, digest },
      staff,
    };
  }

  private async done(request: Request): Promise<void> {
    const { status, text } = await this.send({ url: this.url }, request, randomUUID());
    if (status >= 300) throw new Error(`${request.path}: ${text}`);
  }

  private async send({ url }: { url: string }, { path, body, staff }: Request, idempotencyKey: string) {
    const answer = await httpClient('POST', `${url}/api/${path}`, body, {
      token: staff.token,
      idempotencyKey,
    });
    if (answer.status === 202) this.awaited = answer.body.approval_id as string;
    return answer;
  }

  private objectOf(decision: Decision): string {
    return decision === 'approve' ? this.awaited : this.userId;
  }

  private async running(): Promise<AppProcess> {
    this.fragile ??= await AppProcess.at(
      'business-api',
      appEnvironment({ DATABASE_URL: this.proxy.url, DATABASE_POOL_SIZE: '4' }),
    );
    if (this.fragile.pids.length === 0 || !this.fragile.isRunning) {
      this.fragile.launch();
      await this.fragile.ready();
    }
    return this.fragile;
  }
}
