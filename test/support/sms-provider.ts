import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSms {
  to: string;
  from: string | null;
  service: string | null;
  text: string;
  validity: number;
}

interface Refusal {
  status: number;
  code: number;
}

/** A local HTTP server that speaks the protocol of Twilio's messages, and stores what it accepts. */
export class SmsProvider {
  static readonly account = `AC${'0123456789abcdef'.repeat(2)}`;
  static readonly secret = 'provider-secret';
  readonly received: ReceivedSms[] = [];
  requests = 0;
  /** The refusal of the next messages; null accepts them, `drop` closes the connection. */
  refusal: Refusal | 'drop' | null = null;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SmsProvider> {
    const server = createServer();
    const provider = new SmsProvider(server);
    server.on('request', (request: IncomingMessage, response) => {
      void provider.answer(request).then((answer) => {
        if (answer === null) return request.socket.destroy();
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The configuration of a platform that sends through it. */
  get env(): Record<string, string> {
    return {
      SMS: 'twilio',
      SMS_BASE_URL: this.url,
      SMS_ACCOUNT: SmsProvider.account,
      SMS_SECRET: SmsProvider.secret,
      SMS_FROM: 'Payments',
    };
  }

  textsTo(number: string): string[] {
    return this.received.filter(({ to }) => to === number).map(({ text }) => text);
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: object } | null> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.requests += 1;
    const { account, secret } = SmsProvider;
    const expected = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return errorOf(401, 20003);
    if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${account}/Messages.json`)
      return errorOf(404, 20404);
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return errorOf(400, 21602);
    if (this.refusal === 'drop') return null;
    if (this.refusal) return errorOf(this.refusal.status, this.refusal.code);
    const form = new URLSearchParams(body);
    const to = form.get('To') ?? '';
    const text = form.get('Body') ?? '';
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return errorOf(400, 21211);
    if (!text) return errorOf(400, 21602);
    const [from, service] = [form.get('From'), form.get('MessagingServiceSid')];
    this.received.push({ to, from, service, text, validity: Number(form.get('ValidityPeriod')) });
    const sid = `SM${String(this.received.length).padStart(32, '0')}`;
    return { status: 201, body: { sid, account_sid: account, to, from, body: text, status: 'queued' } };
  }
}

function errorOf(status: number, code: number): { status: number; body: object } {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: { code, message: `Refused: +2348000000000`, more_info, status } };
}
