import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { metricsRegistry } from '@app/http';
import type { NewMail } from '../../../libs/notifications/src/mail/mail-queue.service';
import { configOf, MailStack } from './mail-stack';
import { eventually } from '../../support/eventually';
import { MailServer } from '../../support/mail-server';
import { EmailTokensService } from '@app/accounts';
import { newId } from '../../support/books';

const MINUTE = 60;
/** Longer than a claim lasts at the time limit of these tests. */
const CLAIM = { seconds: 160 };
/** The waits of the contract with operators: docs/guides/notifications.md. */
const WAITS = [30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 7200, 21_600, 43_200, 86_400];

describe('Mails over SMTP', () => {
  let stack: MailStack;
  let server: MailServer;
  beforeAll(async () => (stack = await MailStack.open()));
  afterAll(() => stack.books.close());
  beforeEach(async () => (server = await MailServer.start()));
  afterEach(async () => {
    await server.stop();
    await stack.books.owner.query('TRUNCATE mails');
  });

  const send = (env?: Record<string, string>) => stack.worker(server.url, env).drain();

  it('arrive with text and HTML, sender, subject and an id of their own', async () => {
    const to = await stack.add();
    await send();
    const mail = await server.to(to);
    expect(mail.from).toBe('no-reply@pay.example');
    expect(Object.fromEntries(mail.headers)).toMatchObject({
      from: 'Payments <no-reply@pay.example>',
      to,
      subject: '₦2,500.00 added to your wallet',
      'message-id': `<${(await stack.rowOf(to)).id}@pay.example>`,
      'auto-submitted': 'auto-generated',
    });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Your deposit of ₦2,500.00 is confirmed');
      expect(part).toContain('dep_1');
    }
    expect(mail.html).not.toMatch(/https?:|src=/);
    expect(await stack.rowOf(to)).toMatchObject({ status: 'sent', attempts: 1, due_at: null, claim: null });
  });

  it('are written in the language of the reader', async () => {
    const to = await stack.add({ language: 'fr' });
    await send();
    const { headers, html } = await server.to(to);
    expect(headers.get('subject')).toMatch(/^2\s500,00\s₦ ajoutés à votre portefeuille$/);
    expect(html).toContain('<html lang="fr">');
  });

  it('carry a code or a link that is not stored in the database', async () => {
    const secrets = new EmailTokensService(configOf({}));
    const [codeId, resetId] = [newId(), newId()];
    const coded = await stack.add({ type: 'account.verify-email', facts: { code_id: codeId } });
    const linked = await stack.add({ type: 'account.password-reset', facts: { reset_id: resetId } });
    await send({ PASSWORD_RESET_URL: 'https://shop.example/new-password' });
    const [code, token] = [secrets.codeOf(codeId), secrets.resetTokenOf(resetId)];
    expect((await server.to(coded)).text).toContain(`\n    ${code}\n`);
    const { text, html } = await server.to(linked);
    expect(text).toContain(`https://shop.example/new-password#${token}\n`);
    expect(html).toContain(`href="https://shop.example/new-password#${token}"`);
    const { rows } = await stack.books.owner.query<{ all: string }>(
      "SELECT string_agg(m::text, ' ') AS all FROM mails m",
    );
    expect(rows[0]!.all).not.toContain(code);
    expect(rows[0]!.all).not.toContain(token);
  });

  it('escape what others wrote', async () => {
    const payee = `<img src=x onerror="alert(1)"> & 'Söhne'`;
    const amount = { minor: '100', currency: 'NGN' as const };
    const facts = {
      payee,
      amount,
      charged: amount,
      order_ref: '"><script>',
      session_id: 'cs',
      paid_at: { at: '2026-11-21T08:00:00Z' },
    };
    const to = await stack.add({ type: 'payment.receipt', facts });
    await send();
    const { html, text, headers } = await server.to(to);
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Söhne&#39;');
    expect(text).toContain(payee);
    expect(headers.get('subject')).toBe(`Receipt: ₦1.00 to ${payee}`);
  });

  const LINE_BREAK = 'Shop\r\nBcc: thief@example.com';
  it.each<[string, Partial<NewMail>]>([
    ['a line break in the recipient', { recipient: 'a@example.com\r\nBcc: thief@example.com' }],
    ['a second recipient', { recipient: 'a@example.com, thief@example.com' }],
    ['a name beside the recipient', { recipient: '"x" <a@example.com>' }],
    [
      'a line break in the subject',
      { type: 'payment.receipt', facts: { payee: LINE_BREAK, paid_at: { at: '2026-11-21T08:00:00Z' } } },
    ],
  ])('refuse %s, and send nothing', async (_, fields) => {
    const to = await stack.add(fields);
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'parked', attempts: 1 });
    expect(server.connections).toBe(0);
  });

  it('come again when the server says not yet, later each time, and are parked after the ninth', async () => {
    server.onRecipient = () => ({ code: 451, message: 'try later' });
    const to = await stack.add();
    for (const [i, wait] of WAITS.entries()) {
      await send();
      expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: i + 1, claim: null });
      expect((await stack.rowOf(to)).last_error).toMatch(/451/);
      expect(Math.abs((await stack.waitOf(to)) - wait)).toBeLessThanOrEqual(2);
      stack.clock.advance({ seconds: wait - 5 });
      await send();
      expect(await stack.rowOf(to)).toMatchObject({ attempts: i + 1 });
      stack.clock.advance({ seconds: 6 });
    }
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'parked', attempts: 9, due_at: null });
    await stack.worker(server.url).measure();
    expect(await metricsRegistry.metrics()).toMatch(/^mails_parked 1$/m);
  });

  it.each([
    ['RCPT', (s: MailServer) => (s.onRecipient = () => ({ code: 451, message: 'greylisted' }))],
    ['DATA', (s: MailServer) => (s.onData = () => ({ code: 452, message: 'disk full' }))],
    // Our own address: we correct it, and the mail is not abandoned.
    [
      'MAIL FROM with 5xx',
      (s: MailServer) => (s.onSender = () => ({ code: 550, message: 'not your domain' })),
    ],
  ])('arrive once after a refusal for now at %s', async (_, refuse) => {
    refuse(server);
    const to = await stack.add();
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 1 });
    server.onRecipient = server.onSender = server.onData = () => null;
    stack.clock.advance({ seconds: 31 });
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    [
      'the recipient',
      (s: MailServer, to: string) =>
        (s.onRecipient = (a) => (a === to ? { code: 550, message: 'no such user' } : null)),
    ],
    [
      'the message',
      (s: MailServer, to: string) =>
        (s.onData = (m) => (m.to[0] === to ? { code: 554, message: 'spam' } : null)),
    ],
  ])('are parked at once when the server refuses %s for good; others go on', async (_, refuse) => {
    const refused = await stack.add();
    const other = await stack.add();
    refuse(server, refused);
    await send();
    expect(await stack.rowOf(refused)).toMatchObject({ status: 'parked', attempts: 1 });
    expect(await stack.rowOf(other)).toMatchObject({ status: 'sent' });
    stack.clock.advance({ days: 2 });
    await send();
    expect(await stack.rowOf(refused)).toMatchObject({ status: 'parked', attempts: 1 });
  });

  it('wait, with no try counted, while the server does not let us in', async () => {
    await server.stop();
    server = await MailServer.start({ password: 'right' });
    const to = await stack.add();
    const worker = stack.worker(server.url.replace('right', 'wrong'));
    await worker.drain();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 0, claim: null });
    expect((await stack.rowOf(to)).last_error).toMatch(/535|wrong password/);
    // No new attempt before the pause is over: servers lock out clients that retry too early.
    const { signIns } = server;
    await worker.drain();
    expect(server.signIns).toBe(signIns);
    stack.clock.advance({ seconds: 20 });
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('wait while the server is away, and leave once it is back', async () => {
    const { port, url } = server;
    await server.stop();
    const to = await Promise.all(Array.from({ length: 8 }, () => stack.add()));
    const worker = stack.worker(url);
    await worker.drain();
    for (const one of to)
      expect(await stack.rowOf(one)).toMatchObject({ status: 'due', attempts: 0, claim: null });
    server = await MailServer.start({ port });
    stack.clock.advance({ seconds: 20 });
    await worker.drain();
    for (const one of to) expect(await stack.rowOf(one)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(server.received).toHaveLength(8);
  });

  it('count a try whose connection broke in the middle of the message, and come again', async () => {
    server.onDataStart = () => server.cut();
    const to = await stack.add();
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 1, claim: null });
    server.onDataStart = () => undefined;
    stack.clock.advance({ seconds: 31 });
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(server.received).toHaveLength(1);
  });

  it('may arrive twice when the answer got lost, under one id', async () => {
    const taken: string[] = [];
    server.onData = ({ headers }) => {
      taken.push(headers.get('message-id')!);
      if (taken.length === 1) server.cut();
      return null;
    };
    const to = await stack.add();
    await send();
    stack.clock.advance({ seconds: 31 });
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(taken).toHaveLength(2);
    expect(new Set(taken).size).toBe(1);
  });

  it('give a server that never answers its time and no more, and hold nothing else up', async () => {
    let release = () => undefined as void;
    server.hold = new Promise((resolve) => (release = resolve));
    const to = await Promise.all(Array.from({ length: 6 }, () => stack.add()));
    // It ends while the server is still silent.
    await send({ SMTP_TIMEOUT_SECONDS: '1' });
    for (const one of to) {
      const row = await stack.rowOf(one);
      expect(row).toMatchObject({ status: 'due', attempts: 1, claim: null });
      expect(row.last_error).toContain('SMTP_TIMEOUT_SECONDS');
    }
    server.onData = () => null;
    release();
  });

  it('give a server that drips its answer the same time: no pause of it is long, and it never ends', async () => {
    const drips = new Set<NodeJS.Timeout>();
    const dripping = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 here\r\n');
      let inData = false;
      socket.on('data', (bytes) => {
        const line = bytes.toString();
        if (inData) return void (line.includes('\r\n.\r\n') && drip(socket));
        inData = line.startsWith('DATA');
        socket.write(inData ? '354 go on\r\n' : '250 yes\r\n');
      });
    });
    const drip = (socket: Socket) => drips.add(setInterval(() => socket.write('250-wait\r\n'), 100));
    dripping.listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    const to = await stack.add();
    const { port } = dripping.address() as AddressInfo;
    await stack.worker(`smtp://127.0.0.1:${port}`, { SMTP_TIMEOUT_SECONDS: '1' }).drain();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 1, claim: null });
    expect((await stack.rowOf(to)).last_error).toContain('SMTP_TIMEOUT_SECONDS');
    for (const timer of drips) clearInterval(timer);
    dripping.close();
  });

  it('are sent once by several workers at once', async () => {
    const to = await Promise.all(Array.from({ length: 25 }, () => stack.add()));
    await Promise.all([send(), send(), send()]);
    for (const one of to)
      expect(await stack.rowOf(one)).toMatchObject({ status: 'sent', attempts: 1, last_error: null });
    expect(server.received.map((mail) => mail.to[0]).sort()).toEqual([...to].sort());
  });

  it('are taken over from a worker that died, once its claim has run out', async () => {
    const to = await stack.add();
    expect(await stack.queue().claim(5, stack.clock.now())).toHaveLength(1);
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 0 });
    stack.clock.advance(CLAIM);
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('belong to the worker that took them over: the outcome of an old claim changes nothing', async () => {
    const to = await stack.add();
    const [old] = await stack.queue().claim(1, stack.clock.now());
    stack.clock.advance(CLAIM);
    await send();
    await stack.queue().park(old!, 'too late');
    await stack.queue().release(old!, 'too late');
    expect(await stack.rowOf(to)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('do not leave after they have run out, and those that run out go first', async () => {
    const inMinutes = (minutes: number) =>
      new Date(stack.clock.now().getTime() + minutes * 60_000).toISOString();
    const late = await stack.add({ expiresAt: inMinutes(-1) });
    const ordinary = await Promise.all(Array.from({ length: 7 }, () => stack.add()));
    const urgent = await stack.add({ expiresAt: inMinutes(10) });
    const claimed = await stack.queue().claim(2, stack.clock.now());
    expect(claimed.map(({ recipient }) => recipient)).toEqual([urgent]);
    stack.clock.advance(CLAIM);
    await send();
    expect(await stack.rowOf(late)).toMatchObject({ status: 'expired', attempts: 0, due_at: null });
    for (const one of [urgent, ...ordinary]) expect(await stack.rowOf(one)).toMatchObject({ status: 'sent' });
  });

  it('stay due when the process receives a stop while the server hangs', async () => {
    server.hold = new Promise(() => undefined);
    const to = await stack.add();
    const worker = stack.worker(server.url, { SMTP_TIMEOUT_SECONDS: '3600' });
    const begun = new Promise<void>((resolve) => (server.onDataStart = resolve));
    const draining = worker.drain();
    await begun;
    // No connection to the database is held meanwhile.
    const { app: pool } = stack.books;
    await eventually(() => pool.idleCount === pool.totalCount && pool.waitingCount === 0);
    await worker.onModuleDestroy();
    await draining;
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 0, claim: null });
  });

  it('wait for a version that knows their type', async () => {
    const to = await stack.add({ type: 'of.tomorrow' });
    await send();
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 1 });
    expect((await stack.rowOf(to)).last_error).toContain('of.tomorrow');
  });

  it.each([
    ['offers none', ['STARTTLS', 'AUTH']],
    ['has a certificate of an unknown authority', ['AUTH']],
  ])('never leave without TLS where it is required and the server %s', async (_, disabledCommands) => {
    await server.stop();
    server = await MailServer.start({ disabledCommands });
    const to = await stack.add();
    await send({ SMTP_TLS: 'required' });
    expect(server.received).toEqual([]);
    expect(await stack.rowOf(to)).toMatchObject({ status: 'due', attempts: 0 });
  });

  it('keep a few connections and use them again', async () => {
    await Promise.all(Array.from({ length: 20 }, () => stack.add()));
    await send();
    expect(server.received).toHaveLength(20);
    expect(server.connections).toBeLessThanOrEqual(5);
  });
});
