import { randomBytes, randomInt } from 'node:crypto';
import { MailWorkerService, SmsWorkerService } from '@app/notifications';
import { RelayWorker } from '@app/write-path';
import { eventually } from '../../support/eventually';
import type { HttpAnswer } from '../../support/http-client';
import { MailServer } from '../../support/mail-server';
import type { TestUser } from '../../support/people';
import { type Platform, type PlatformOptions, startPlatform } from '../../support/platform';
import { SmsProvider } from '../../support/sms-provider';

export const newEmail = () => `user-${randomBytes(6).toString('hex')}@example.com`;
/** A number of a Nigerian mobile network. */
export const newPhone = () => `+234803${String(randomInt(10_000_000)).padStart(7, '0')}`;
export const newTag = () => `tag_${randomBytes(5).toString('hex')}`;
export const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

type Host = 'business' | 'app';

/** The platform with a mail server and a provider of text messages, and what a person does about their account. */
export class AccountStack {
  private constructor(
    readonly platform: Platform,
    readonly mails: MailServer,
    readonly sms: SmsProvider,
  ) {}

  static async open(apps: PlatformOptions['apps'], env: Record<string, string> = {}): Promise<AccountStack> {
    const [mails, sms] = [await MailServer.start(), await SmsProvider.start()];
    const platform = await startPlatform({
      apps,
      env: { RATE_LIMITS: 'false', ...mails.environment, ...sms.env, ...env },
    });
    return new AccountStack(platform, mails, sms);
  }

  async close(): Promise<void> {
    await this.platform.stop();
    await this.mails.stop();
    await this.sms.stop();
  }

  auth(action: string, body: object, { token }: { token?: string }, host: Host = 'app'): Promise<HttpAnswer> {
    return this.platform.post(host, `auth.php?action=${action}`, body, { token });
  }

  settings(
    action: string,
    body: object,
    { token }: { token: string },
    host: Host = 'app',
  ): Promise<HttpAnswer> {
    return this.platform.post(host, `settings.php?action=${action}`, body, { token });
  }

  /** The profile as the session sees it; the answer is an error once the session has ended. */
  profile({ token }: { token: string }, host: Host = 'app'): Promise<HttpAnswer> {
    return this.platform.get(host, 'auth.php?action=profile', { token });
  }

  /** Another session of the same person. */
  async signIn({ email, password }: Pick<TestUser, 'email' | 'password'>): Promise<TestUser['token']> {
    const { status, body, text } = await this.auth('login', { email, password }, {});
    if (status !== 200) throw new Error(`login: ${status} ${text}`);
    return body.access_token as string;
  }

  /** Waits until every mail and text message so far has been sent. */
  async sent(): Promise<void> {
    const { platform } = this;
    await platform.inside('scheduler', RelayWorker).run();
    await platform.inside('scheduler', MailWorkerService).drain();
    await platform.inside('scheduler', SmsWorkerService).drain();
    await eventually(async () => {
      const underWay = await platform.sql(
        `SELECT 1 FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL
          UNION ALL SELECT 1 FROM mails WHERE status = 'due' AND due_at <= $1
          UNION ALL SELECT 1 FROM sms_messages WHERE status = 'due' AND due_at <= $1`,
        [platform.clock.now()],
      );
      return underWay.length === 0;
    });
  }

  async mailsTo(email: string): Promise<string[]> {
    await this.sent();
    return this.mails.received.filter(({ to }) => to.includes(email)).map(({ text }) => text);
  }

  /** The newest mail to the address whose title is `title`. */
  async mailTo(email: string, title: string): Promise<string | undefined> {
    return (await this.mailsTo(email)).findLast((text) => text.startsWith(title));
  }

  /** The code in the newest mail that has one. */
  async mailedCode(email: string): Promise<string> {
    const codes = (await this.mailsTo(email)).map((text) => /^ {4}(\d{6})$/m.exec(text)?.[1]);
    return codes.findLast(Boolean)!;
  }

  async textedCode(phone: string): Promise<string> {
    await this.sent();
    return /\d{6}/.exec(this.sms.textsTo(phone).at(-1)!)![0];
  }
}
