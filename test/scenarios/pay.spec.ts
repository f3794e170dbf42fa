import { RelayWorker } from '@app/write-path';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CARDS } from '../support/test-cards';
import { Line } from '../e2e/queue/breakable-line';
import { Shop } from '../e2e/checkout-api/cards';
import type { TestMerchant } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';
import { Program } from '../support/program';
import { isSigned, type ReceivedEvent, type Receiver } from '../support/receiver';

/** The command line as a merchant's developer uses it. Each run is a separate process. */
describe('pay', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let folder: string;
  let env: Record<string, string>;
  const running: Program[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    folder = mkdtempSync(path.join(os.tmpdir(), 'payments-pay-'));
    const demo = path.join(folder, 'demo.json');
    writeFileSync(demo, JSON.stringify({ hosts: platform.urls, merchant }));
    env = { DEMO_FILE: demo, PAY_STATE_DIR: path.join(folder, 'state'), PAY_API_KEY: '', PAY_API_URL: '' };
  });
  afterEach(async () => {
    for (const program of running.splice(0)) await program.end('SIGKILL');
    rmSync(env.PAY_STATE_DIR!, { recursive: true, force: true });
  });
  afterAll(async () => {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const pay = (args: string[], more: Record<string, string> = {}): Program => {
    const program = Program.run('scripts/pay.mjs', args, { ...env, ...more });
    running.push(program);
    return program;
  };
  const done = async (args: string[], more?: Record<string, string>) => {
    const program = pay(args, more);
    return { code: await program.ended, output: program.output };
  };
  const listening = async (to: string, ...more: string[]): Promise<Program> => {
    const program = pay(['listen', '--forward-to', to, ...more]);
    await program.says('Your signing secret is');
    return program;
  };
  /** Creates a sample, identified by its order_ref. */
  const sample = async (orderRef: string, type = 'payment.success') => {
    const answer = await platform.post(
      'sandbox',
      'events.php?action=trigger',
      { type, data: type.startsWith('payment') ? { order_ref: orderRef } : {} },
      { key: merchant.test.secret_key },
    );
    if (answer.status !== 200) throw new Error(answer.text);
    await platform.inside('scheduler', RelayWorker).run();
    return answer.body.id as string;
  };
  const by = (orderRef: string) => (event: ReceivedEvent) => event.data.order_ref === orderRef;
  const secretOf = async (program: Program) => (await program.says(/whsec_\S+/)) as `whsec_${string}`;

  describe('listen', () => {
    let receiver: Receiver;
    beforeEach(async () => (receiver = await platform.receiver()));

    it('delivers events as an endpoint receives them: bytes, headers, both signatures', async () => {
      const endpoint = await platform.receiver();
      const created = await platform.post(
        'business',
        'business.php?section=webhooks&action=create',
        { app_id: merchant.test.app_id, url: endpoint.url },
        { token: merchant.token },
      );
      const program = await listening(receiver.url);
      const shop = new Shop(platform, 'sandbox', merchant.test.secret_key);
      const session = await shop.open({ order_ref: 'real', metadata: { ünï: 'cöde ₦', 2: [{ 1: null }] } });
      await shop.pay(session, CARDS.approved);
      const [delivered, forwarded] = [await endpoint.next(by('real')), await receiver.next(by('real'))];
      expect(forwarded.raw).toEqual(delivered.raw);

      const names = ({ headers }: ReceivedEvent) =>
        Object.keys(headers)
          // The first endpoint of an app has a second signature for a day: that of the secret shown with the app.
          .filter((name) => !['host', 'connection', 'x-service-signature-previous'].includes(name))
          .toSorted();
      expect(names(forwarded)).toEqual(names(delivered));
      for (const name of names(delivered)) {
        if (/signature|webhook-timestamp/.test(name)) continue;
        expect([name, forwarded.headers[name]]).toEqual([name, delivered.headers[name]]);
      }
      const secret = await secretOf(program);
      expect(isSigned(forwarded, secret)).toBe(true);
      expect(forwarded.headers['webhook-signature']).toBe(standardSignature(forwarded, secret));
      await program.says(/payment\.success +#\d+ +[0-9a-f-]{36} {2}-> 200 in \d+ ms/);
      const removed = `business.php?section=webhooks&action=delete&id=${created.body.id}`;
      await platform.delete('business', removed, undefined, { token: merchant.token });
    });

    it('continues after a kill with the same secret, and keeps the secret private', async () => {
      const first = await listening(receiver.url);
      await sample('before');
      await receiver.next(by('before'));
      await first.says(/#\d+ .* -> 200/);
      const secret = await secretOf(first);
      await first.end('SIGKILL');
      await sample('meanwhile');
      const second = await listening(receiver.url);
      await receiver.next(by('meanwhile'));
      expect(await secretOf(second)).toBe(secret);
      expect(receiver.received.filter(by('before'))).toHaveLength(1);
      for (const file of readdirSync(env.PAY_STATE_DIR!))
        expect(statSync(path.join(env.PAY_STATE_DIR!, file)).mode & 0o777).toBe(0o600);
    });

    it('skips with --latest events from before the start', async () => {
      await (await listening(receiver.url)).end();
      await sample('missed');
      await listening(receiver.url, '--latest');
      await sample('received');
      await receiver.next(by('received'));
      expect(receiver.received.filter(by('missed'))).toEqual([]);
    });

    it('survives an interruption of the API and loses nothing', async () => {
      const line = await Line.to(platform.urls.sandbox);
      const program = pay(['listen', '--forward-to', receiver.url, '--api', line.url]);
      await program.says('Your signing secret is');
      await sample('one');
      await receiver.next(by('one'));
      line.cut();
      await program.says(/does not answer .*trying again/);
      await sample('two');
      line.restore();
      await program.says('Connected again.');
      await receiver.next(by('two'));
      expect(receiver.received.map(({ data }) => data.order_ref)).toEqual(['one', 'two']);
      await line.close();
    });

    it("prints the receiver's response and continues", async () => {
      const program = await listening(receiver.url);
      receiver.status = 500;
      await sample('refused');
      await program.says('-> 500 in');
      receiver.status = 302;
      await sample('moved');
      await program.says('-> 302 in');
      receiver.status = 200;
      await sample('taken');
      await program.says('-> 200 in');
      const unreachable = await listening('127.0.0.1:9/hooks');
      await sample('lost');
      await unreachable.says(/-> no answer: \S+ in/);
    });

    it('delivers the requested events only', async () => {
      const all = await platform.receiver();
      await listening(receiver.url, '--events', 'payment.failed,transfer.received');
      await listening(all.url);
      await sample('no', 'transfer.received');
      await sample('left out');
      await sample('wanted', 'payment.failed');
      await receiver.next(by('wanted'));
      await all.next(by('wanted'));
      expect(receiver.received.map(({ event }) => event)).toEqual(['transfer.received', 'payment.failed']);
      expect(all.received.map(({ event }) => event)).toEqual([
        'transfer.received',
        'payment.success',
        'payment.failed',
      ]);
    });

    it('delivers resent events under the same id', async () => {
      const program = await listening(receiver.url);
      const id = await sample('again');
      await receiver.next(by('again'));
      const { code, output } = await done(['events', 'resend', id]);
      expect([code, output]).toEqual([
        0,
        expect.stringContaining('is sent again to no endpoint, and to running listeners'),
      ]);
      await program.says('(sent again)');
      const both = receiver.received.filter(by('again'));
      expect(both.map(({ headers }) => headers['x-service-event-id'])).toEqual([id, id]);
      expect(both[1]!.raw).toEqual(both[0]!.raw);
    });

    it('reads the events of the live app with --app live', async () => {
      const payer = await platform.signUp();
      await platform.fund(payer, 'NGN', '100.00');
      const program = await listening(receiver.url, '--app', 'live');
      await program.says('(live mode)');
      const body = { recipient: merchant.usertag, amount: 5, pin: payer.pin };
      await platform.post('business', 'wallet.php?action=transfer', body, { token: payer.token });
      expect((await receiver.next()).event).toBe('transfer.received');
    });

    it('ends at once on a signal, also while it waits', async () => {
      expect(await (await listening(receiver.url)).end('SIGINT')).toBe(130);
      expect(await (await listening(receiver.url)).end('SIGTERM')).toBe(143);
    });
  });

  it('trigger creates a sample with the given fields', async () => {
    const receiver = await platform.receiver();
    await listening(receiver.url);
    const { code, output } = await done([
      ...['trigger', 'checkout.completed', '--data', 'session.amount=100'],
      ...['--data', 'session.customer_name=null', '--data', 'session.customer_email=a@b.example'],
    ]);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^A sample of checkout\.completed is on its way: \S+\n$/),
    ]);
    await platform.inside('scheduler', RelayWorker).run();
    const { data } = await receiver.next(({ event }) => event === 'checkout.completed');
    expect(data).toMatchObject({
      is_sample: true,
      session: { amount: 100, customer_name: null, customer_email: 'a@b.example' },
    });
  });

  it('events tail prints events; with --json the output contains nothing else', async () => {
    const id = await sample('earlier');
    const [row] = await platform.sql<{ sequence: string }>(
      'SELECT sequence FROM app_events WHERE event_id = $1',
      [id],
    );
    const after = String(Number(row!.sequence) - 1);
    const json = pay(['events', 'tail', '--after', after, '--json']);
    const plain = pay(['events', 'tail']);
    await plain.says('Ctrl-C ends it');
    const later = await sample('later');
    await plain.says(new RegExp(`payment\\.success +#\\d+ +${later}`));
    expect(plain.output).not.toContain(id);
    await json.says(later);
    expect(await json.end()).toBe(130);
    const lines = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; resent: boolean });
    expect(lines.map((event) => [event.id, event.resent])).toEqual([
      [id, false],
      [later, false],
    ]);
  });

  describe('an invalid command', () => {
    it.each([
      [['trigger', 'payment.succeeded'], 'type must be one of payment.success'],
      [['trigger', 'payment.success', '--data', 'amount=much'], 'data.amount must be number, major units'],
      [['trigger', 'payment.success', '--app', 'live'], 'Samples are made for test keys only'],
      [['events', 'resend', '01a1fbd0-0000-7000-8000-000000000001'], 'Event not found. (404 NOT_FOUND)'],
      [['events', 'tail', '--events', 'payment.succeeded'], 'types must be names of events'],
      [
        ['listen', '--forward-to', 'http://127.0.0.1:9/', '--key', `sk_test_${'x'.repeat(43)}`],
        '401 INVALID_API_KEY',
      ],
      [['trigger', 'test.ping', '--api', 'http://127.0.0.1:9'], 'http://127.0.0.1:9 does not answer'],
    ])('prints the error and ends with 1: %j', async (args, message) => {
      const { code, output } = await done(args);
      expect([code, output]).toEqual([1, expect.stringContaining(message)]);
      expect(output).not.toContain('    at ');
    });
  });

  it('ends with 2 for an unknown command, with 0 for help', async () => {
    const misused = await done(['listen']);
    expect([misused.code, misused.output]).toEqual([2, expect.stringContaining('needs --forward-to')]);
    const explained = await done(['listen', '--help']);
    expect([explained.code, explained.output]).toEqual([0, expect.stringContaining('--forward-to <url>')]);
  });
});

/** The signature of Standard Webhooks: over id, time and body, with the decoded key. */
function standardSignature({ headers, raw }: ReceivedEvent, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw.toString()}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
