import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpAnswer, outcomeOf } from '../../support/http-client';
import { type Standing, STANDING } from '../support/account-standing';
import type { Shop } from '../support/shop';
import type { Client } from './client';
import type { Stack } from './stack';
import type { StaffDesk } from './staff-desk';

/** Begins the description of every transfer of a freeze. */
export const OF_FREEZE = 'freeze ';
/** Requests and queries that follow each other in a freeze with its unfreeze. */
export const STEPS_OF_FREEZE = 12;
const PAYMENTS = 3;
const AMOUNT = 2;

/**
 * Compliance freezes and unfreezes an account that sends money all the time, while processes are killed. What is
 * wrong after an answer is kept in `faults`.
 */
export class Freezes {
  /** Freezes and unfreezes that were answered. */
  count = 0;
  /** Steps of all freezes that have begun. */
  steps = 0;
  readonly faults: string[] = [];

  constructor(
    private readonly stack: Pick<Stack, 'sql'>,
    private readonly client: Client,
    private readonly compliance: readonly [StaffDesk, StaffDesk],
    private readonly frozen: Shop,
    private readonly friend: Shop,
  ) {}

  /** Freezes and unfreezes until `isOver`, at least once. */
  async run(isOver: () => boolean): Promise<void> {
    do await this.once();
    while (!isOver());
  }

  private async once(): Promise<void> {
    const before = await this.standing();
    const token = await this.signIn();
    await this.pay(this.friend, this.frozen, 2 * PAYMENTS * AMOUNT);
    const first = await this.pay(this.frozen, this.friend, AMOUNT);
    if (!['200 OK', '400 INSUFFICIENT_FUNDS'].includes(outcomeOf(first)))
      this.faults.push(`not frozen, payment answered ${first.text}`);
    const isHeld = this.count % 2 === 0;
    const reason = isHeld ? 'AML: many small payments' : 'Reported by a customer';

    const sent = Array.from({ length: PAYMENTS }, () => this.pay(this.frozen, this.friend, AMOUNT));
    this.expectDone('freeze', await this.decide('freeze', reason));
    const atFreeze = await this.standing();
    this.expectStanding('after the freeze', atFreeze, {
      frozen: true,
      sessions: 0,
      stopped: atFreeze.wallets,
      freezes: before.freezes + 1,
      unfreezes: before.unfreezes,
    });
    await Promise.all(sent);
    for (const answer of await this.attempts(token)) {
      if (![401, 403].includes(answer.status)) this.faults.push(`frozen, answered ${outcomeOf(answer)}`);
    }
    this.expectStanding('while frozen', await this.standing(), { ...atFreeze });

    const asked = await this.decide('unfreeze', 'It was a mistake');
    if (isHeld) {
      this.expectHeld(asked);
      this.expectStanding('while the unfreeze is held', await this.standing(), { ...atFreeze, awaiting: 1 });
      const approved = await this.compliance[1].approve(asked.body.approval_id as string);
      if (approved.body?.status !== 'executed') this.faults.push(`approve: answered ${approved.text}`);
    } else this.expectDone('unfreeze', asked);
    this.expectStanding('after the unfreeze', await this.standing(), {
      frozen: false,
      sessions: 0,
      stopped: 0,
      debits: atFreeze.debits,
      awaiting: 0,
      freezes: before.freezes + 1,
      unfreezes: before.unfreezes + 1,
    });
    this.count += 1;
  }

  /** Everything by which a frozen account may try to send money or to get a session. */
  private attempts(token: string): Promise<HttpAnswer[]> {
    this.steps += 1;
    const { email, password, key, pin } = this.frozen;
    const transfer = { recipient: this.friend.usertag, amount: AMOUNT, note: `${OF_FREEZE}${randomUUID()}` };
    const details = { extwallet_email: 'paid@example.com' };
    const payout = { method: 'extwallet', amount: 50, currency: 'NGN', details };
    const ask = (host: 'app' | 'business', path: string, body: object, credential: object) =>
      this.client.settled(host, path, body, () => ({ ...credential }));
    return Promise.all([
      ask('business', 'wallet.php?action=transfer', transfer, { key }),
      ask('app', 'wallet.php?action=transfer', { ...transfer, pin }, { token }),
      ask('business', 'payout.php?action=initiate', payout, { key }),
      ask('app', 'auth.php?action=login', { email, password }, {}),
    ]);
  }

  private async pay(from: Shop, to: Shop, amount: number): Promise<HttpAnswer> {
    this.steps += 1;
    const body = { recipient: to.usertag, amount, currency: 'NGN', note: `${OF_FREEZE}${randomUUID()}` };
    const idempotencyKey = randomUUID();
    return this.client.settled('business', 'wallet.php?action=transfer', body, () => ({
      key: from.key,
      idempotencyKey,
    }));
  }

  private async signIn(): Promise<string> {
    this.steps += 1;
    const { email, password } = this.frozen;
    const answer = await this.client.settled('app', 'auth.php?action=login', { email, password }, () => ({}));
    if (answer.status !== 200) this.faults.push(`not frozen, login answered ${outcomeOf(answer)}`);
    return answer.body.access_token as string;
  }

  private decide(action: 'freeze' | 'unfreeze', reason: string): Promise<HttpAnswer> {
    this.steps += 1;
    const body = { user_id: this.frozen.id, reason };
    return this.compliance[0].act(`admin.php?section=users&action=${action}`, body);
  }

  private expectDone(action: 'freeze' | 'unfreeze', { status, body, text }: HttpAnswer): void {
    const isDone = status === 200 && body.frozen === (action === 'freeze');
    if (!isDone) this.faults.push(`${action}: answered ${text}`);
  }

  private expectHeld({ status, body, text }: HttpAnswer): void {
    const isHeld = status === 202 && body.status === 'awaiting_approval';
    if (!isHeld) this.faults.push(`unfreeze after aml: answered ${text}`);
  }

  private expectStanding(when: string, is: Standing, expected: Partial<Standing>): void {
    for (const [name, value] of Object.entries(expected)) {
      const found = is[name as keyof Standing];
      if (found !== value) this.faults.push(`${when}: ${name} is ${found}, expected ${value}`);
    }
  }

  /** PostgreSQL may be one of the killed processes. */
  private async standing(): Promise<Standing> {
    this.steps += 1;
    for (;;) {
      const rows = await this.stack.sql<Standing>(STANDING, [this.frozen.id]).catch(() => []);
      if (rows[0]) return rows[0];
      if (this.client.hasGivenUp) throw new Error('no database');
      await pause(100);
    }
  }
}
