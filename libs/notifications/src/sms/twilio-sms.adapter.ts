import { Injectable } from '@nestjs/common';
import type { Config } from '@app/config';
import { Agent, request } from 'undici';
import { type Sms, SmsFailure, SmsSender } from './sms-sender.port';

const LARGEST_ANSWER_BYTES = 100_000;
/** Limits of `ValidityPeriod`, in seconds. */
const VALIDITY = { min: 1, max: 36_000 };
/**
 * Error codes that concern the number: not valid, not reachable, not mobile, opted out, or in a country that the account
 * does not serve. Other refusals concern the account or its settings, which the operator corrects.
 */
const REFUSED_NUMBERS = new Set([21211, 21214, 21217, 21408, 21610, 21612, 21614]);

/**
 * Sends by Twilio's Programmable Messaging: `POST /2010-04-01/Accounts/<sid>/Messages.json`, a form, with the account's
 * SID and secret as basic authentication; 201 with the message's `sid`, else `{code, message, more_info, status}`. The
 * call has no idempotency key: a message whose response is lost is sent again, with the same code.
 */
@Injectable()
export class TwilioSms extends SmsSender {
  private readonly agent: Agent;
  private readonly url: string;
  private readonly authorization: string;
  private readonly sender: Record<string, string>;
  private readonly timeoutMs: number;

  constructor({ env }: Config) {
    super();
    this.agent = new Agent({ keepAliveTimeout: 4_000, keepAliveMaxTimeout: 4_000, connections: 8 });
    this.url = `${env.SMS_BASE_URL}/2010-04-01/Accounts/${env.SMS_ACCOUNT}/Messages.json`;
    this.authorization = `Basic ${Buffer.from(`${env.SMS_ACCOUNT}:${env.SMS_SECRET}`).toString('base64')}`;
    this.sender = /^MG[0-9a-f]{32}$/i.test(env.SMS_FROM)
      ? { MessagingServiceSid: env.SMS_FROM }
      : { From: env.SMS_FROM };
    this.timeoutMs = env.SMS_TIMEOUT_SECONDS * 1000;
  }

  async send({ to, text, validSeconds }: Sms): Promise<string> {
    const validity = Math.min(VALIDITY.max, Math.max(VALIDITY.min, Math.floor(validSeconds)));
    const form = new URLSearchParams({
      To: to,
      ...this.sender,
      Body: text,
      ValidityPeriod: String(validity),
    });
    const { status, answer } = await this.exchange(form.toString());
    if (status === 201 && typeof answer.sid === 'string') return answer.sid;
    const code = typeof answer.code === 'number' ? answer.code : null;
    const kind = status === 400 && code !== null && REFUSED_NUMBERS.has(code) ? 'refused' : 'deferred';
    // Its message quotes the number.
    throw new SmsFailure(kind, `the provider answered ${status}${code === null ? '' : ` (error ${code})`}`);
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async exchange(body: string): Promise<{ status: number; answer: Record<string, unknown> }> {
    try {
      const { statusCode, body: stream } = await request(this.url, {
        dispatcher: this.agent,
        method: 'POST',
        headers: {
          authorization: this.authorization,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
        signal: AbortSignal.timeout(this.timeoutMs),
        headersTimeout: this.timeoutMs,
        bodyTimeout: this.timeoutMs,
      });
      return { status: statusCode, answer: fieldsOf(await boundedText(stream)) };
    } catch (error) {
      const { code, name } = error as { code?: unknown; name?: unknown };
      throw new SmsFailure(
        'deferred',
        `no answer from the provider (${typeof code === 'string' ? code : String(name)})`,
      );
    }
  }
}

async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
