import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock, within } from '@app/kernel';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer, MailFailure } from './mailer.port';

export const SMTP_CONNECTIONS = 5;
/** An idle connection is closed before the server closes it. */
const IDLE_MS = 60_000;
const ERROR_LENGTH = 300;

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  message: string;
}

/** Sends over SMTP, through a pool of connections. Each step has a time limit, and so has the whole. */
@Injectable()
export class SmtpMailer extends Mailer {
  private readonly transport: ReturnType<typeof transportOf>;
  private readonly timeoutMs: number;
  private readonly sending = new Set<AbortController>();
  private readonly from: string;
  private readonly domain: string;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    super();
    this.transport = transportOf(config);
    this.timeoutMs = config.env.SMTP_TIMEOUT_SECONDS * 1000;
    this.from = config.env.MAIL_FROM;
    this.domain = /@([^>]+)>$/.exec(this.from)![1]!;
  }

  async send({ id, to, subject, text, html, replyTo, unsubscribeUrl }: Mail): Promise<void> {
    // A server that answers in small pieces never exceeds the limit of one step.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), this.timeoutMs);
    this.sending.add(controller);
    try {
      await this.transport.sendMail({
        from: this.from,
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        html,
        messageId: `<${id}@${this.domain}>`,
        date: this.clock.now(),
        // Suppresses automatic replies, e.g. out-of-office notes.
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: controller.signal,
      });
    } catch (error) {
      throw failureOf(error as SmtpError);
    } finally {
      clearTimeout(timer);
      this.sending.delete(controller);
    }
  }

  async check(): Promise<void> {
    await within(this.timeoutMs, this.transport.verify(), () => {
      throw new Error('the mail server does not answer');
    });
  }

  close(): void {
    for (const controller of this.sending) controller.abort();
    this.transport.close();
  }
}

function transportOf(config: Config) {
  const { SMTP_URL: url, SMTP_TIMEOUT_SECONDS: seconds } = config.env;
  const timeoutMs = seconds * 1000;
  return createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    idleTimeout: IDLE_MS,
    // The mail queue decides about retries.
    maxRequeues: 0,
    requireTLS: config.smtpRequiresTls && url.startsWith('smtp:'),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
}

/**
 * A 5xx to the recipient or the message is final. A 5xx to our sender is a fault in our configuration, so the mail is
 * deferred. Any other error breaks the connection, and the cause may be the server or the mail.
 */
function failureOf({ code, command, responseCode = 0, message }: SmtpError): MailFailure {
  const reason = message.replace(/[\u0000-\u001f]+/g, ' ').slice(0, ERROR_LENGTH);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (code === 'EABORT') return new MailFailure('broken', 'took longer than SMTP_TIMEOUT_SECONDS');
  if (!isAboutMail || responseCode === 421) return new MailFailure('broken', reason);
  const isFinal = (responseCode >= 500 && command !== 'MAIL FROM') || responseCode === 0;
  return new MailFailure(isFinal ? 'refused' : 'deferred', reason);
}
