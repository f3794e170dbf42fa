import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  headers: Map<string, string>;
  text: string;
  html: string;
}

type Answer = { code: number; message: string } | null;

/** A real SMTP server that stores mails and responds as the test requests. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Refusal of the next recipients and messages; null accepts them. */
  onRecipient: (address: string) => Answer = () => null;
  onSender: (address: string) => Answer = () => null;
  onData: (mail: ReceivedMail) => Answer = () => null;
  /** Called when the data of a message begins. */
  onDataStart: () => void = () => undefined;
  /** The response waits until this resolves. */
  hold: Promise<void> = Promise.resolve();
  signIns = 0;
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly arrivals = new EventEmitter().setMaxListeners(0);

  private constructor(private readonly options: SMTPServerOptions & { password?: string }) {}

  /** Without `password` all sign-ins fail; without `port` it uses a free one. */
  static async start(
    options: SMTPServerOptions & { password?: string; port?: number } = {},
  ): Promise<MailServer> {
    const server = new MailServer(options);
    await server.listen(options.port ?? 0);
    return server;
  }

  private server: SMTPServer;

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    const credentials = this.options.password ? `mailer:${this.options.password}@` : '';
    return `smtp://${credentials}127.0.0.1:${this.port}`;
  }

  /** The environment of a platform that sends its mails here. */
  get environment(): Record<string, string> {
    return { MAIL: 'smtp', SMTP_URL: this.url, MAIL_FROM: 'Payments <no-reply@pay.example>' };
  }

  /** Resolves with the first mail that matches, received before or later. */
  async next(matches: (mail: ReceivedMail) => boolean = () => true): Promise<ReceivedMail> {
    for (;;) {
      const found = this.received.find(matches);
      if (found) return found;
      await once(this.arrivals, 'mail');
    }
  }

  /** The first mail to this address whose subject contains `subject`. */
  to(address: string, subject = ''): Promise<ReceivedMail> {
    return this.next(({ to, headers }) => to.includes(address) && headers.get('subject')!.includes(subject));
  }

  /** Closes every connection. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async listen(port: number): Promise<void> {
    const { password } = this.options;
    this.server = new SMTPServer({
      authOptional: password === undefined,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS', ...(password === undefined ? ['AUTH'] : [])],
      closeTimeout: 100,
      logger: false,
      ...this.options,
      onAuth: (auth, _session, done) => {
        this.signIns += 1;
        if (auth.password === password) done(null, { user: auth.username });
        else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
      },
      onMailFrom: ({ address }, _session, done) => done(errorOf(this.onSender(address))),
      onRcptTo: ({ address }, _session, done) => done(errorOf(this.onRecipient(address))),
      onData: (stream, session, done) => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        void this.take(
          stream,
          from,
          rcptTo.map(({ address }) => address),
        ).then(
          (answer) => done(errorOf(answer)),
          () => undefined,
        );
      },
    });
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    this.server.listen(port, '127.0.0.1');
    await once(this.server.server, 'listening');
  }

  private async take(stream: SMTPServerDataStream, from: string, to: string[]): Promise<Answer> {
    this.onDataStart();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const mail = { from, to, raw, ...read(raw) };
    await this.hold;
    const answer = this.onData(mail);
    if (answer) return answer;
    this.received.push(mail);
    this.arrivals.emit('mail');
    return null;
  }
}

function errorOf(answer: Answer): Error | null {
  return answer && Object.assign(new Error(answer.message), { responseCode: answer.code });
}

/** A message of two parts, plain text and HTML, as mail programs read it. */
function read(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.trimStart()))
    : [];
  const part = (type: string) => {
    const found = parts.find(({ headers: own }) => own.get('content-type')?.startsWith(type));
    return found
      ? decoded(found.body, found.headers.get('content-transfer-encoding') ?? '').replaceAll('\r\n', '\n')
      : '';
  };
  return { headers, text: part('text/plain'), html: part('text/html') };
}

function split(message: string): { headers: Map<string, string>; body: string } {
  const end = message.indexOf('\r\n\r\n');
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [name, ...rest] = line.split(':');
    headers.set(name!.toLowerCase(), words(rest.join(':').trim()));
  }
  return { headers, body: message.slice(end + 4) };
}

/** Decodes encoded words of a header, e.g. =?UTF-8?Q?Re=C3=A7u?=. */
function words(text: string): string {
  return text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, encoded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString()
        : quoted(encoded.replaceAll('_', ' ')),
    );
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? quoted(body.replace(/=\r\n/g, '')) : body;
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
