import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { generateSync } from 'otplib';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import type { Client } from './client';
import type { Stack } from './stack';

const STEP_SECONDS = 30;

/** A member of compliance who repeats every request until it is answered, and signs in again when a session ends. */
export class StaffDesk {
  private token: string | undefined;
  /** The last step of the authenticator that was used; each is accepted once. */
  private step = 0;

  private constructor(
    private readonly client: Client,
    private readonly person: TestUser,
    private secret: string,
  ) {}

  static async open(stack: Pick<Stack, 'sql'>, client: Client, person: TestUser): Promise<StaffDesk> {
    const desk = new StaffDesk(client, person, '');
    const options = () => ({ token: person.token });
    const setup = await client.settled('business', 'auth.php?action=2fa-setup', {}, options);
    desk.secret = setup.body.secret as string;
    const code = await desk.code();
    const enabled = await client.settled('business', 'auth.php?action=2fa-enable', { code }, options);
    if (enabled.status !== 200) throw new Error(`2fa-enable: ${enabled.text}`);
    await stack.sql(`UPDATE users SET staff_role = 'compliance' WHERE id = $1`, [person.id]);
    return desk;
  }

  /** Sends an action of a staff section under one key until it is answered. */
  async act(path: string, body: object): Promise<HttpAnswer> {
    const idempotencyKey = randomUUID();
    return this.signedIn((token) =>
      this.client.settled('business', path, body, () => ({ token, idempotencyKey })),
    );
  }

  /** Approves what another member of staff asked for. */
  async approve(approval_id: string): Promise<HttpAnswer> {
    const show = `admin.php?section=approvals&action=show&approval_id=${approval_id}`;
    const shown = await this.signedIn((token) => this.client.read('business', show, { token }));
    if (shown.status !== 200) throw new Error(`show: ${shown.text}`);
    return this.act('admin.php?section=approvals&action=approve', { approval_id, digest: shown.body.digest });
  }

  private async signedIn(ask: (token: string) => Promise<HttpAnswer>): Promise<HttpAnswer> {
    for (;;) {
      this.token ??= await this.signIn();
      const answer = await ask(this.token);
      if (answer.status !== 401) return answer;
      this.token = undefined;
    }
  }

  private async signIn(): Promise<string> {
    const { email, password } = this.person;
    for (;;) {
      const body = { email, password, totp_code: await this.code() };
      const answer = await this.client.settled('business', 'auth.php?action=login', body, () => ({}));
      if (answer.status === 200) return answer.body.access_token as string;
      // A sign-in whose response was lost has used the code, so that its repetition is refused.
      if (answer.status !== 401) throw new Error(`login: ${answer.status} ${answer.text}`);
    }
  }

  /** The next code that is accepted. One step ahead is. */
  private async code(): Promise<string> {
    const now = () => Math.floor(Date.now() / 1000 / STEP_SECONDS);
    const step = Math.max(this.step + 1, now());
    while (step > now() + 1) await pause(100);
    this.step = step;
    return generateSync({ secret: this.secret, epoch: step * STEP_SECONDS });
  }
}
