import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { runNode } from '../../../scripts/lib/run.mjs';
import { PUBLIC_EVENTS } from '../../../libs/webhooks/src/events/catalogue';
import { httpClient } from '../../support/http-client';
import { People } from '../../support/people';
import type { Platform } from '../../support/platform';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { openShop, type Shop } from '../support/shop';
import { Closings } from './closings';
import { Freezes, STEPS_OF_FREEZE } from './freezes';
import { Inbox } from './inbox';
import { PageVerdict } from './page-verdict';
import { RefundVerdict } from './refund-verdict';
import { type Host, Stack, type Victim } from './stack';
import { StaffDesk } from './staff-desk';
import { expireClaims, letTimePass } from './time-passing';
import { Traffic } from './traffic';
import { Verdict } from './verdict';

/** In the short form one for each sort of victim. */
const ROUNDS = amountOf('ROUNDS', { short: 3, long: 50, least: 3 });
const OPERATIONS = amountOf('OPERATIONS', { short: 150, long: 10_000 });
const CLIENTS = isLong ? 32 : 12;
const SHOPS = 8;
/** Accounts that close, of each round. */
const CLOSINGS = 6;
/** Every event, because `*` leaves out those that have to be named. */
const EVENTS = PUBLIC_EVENTS.map(({ name }) => name);

jest.setTimeout(isLong ? 4 * 3_600_000 : SHORT_LIMIT_MS);

/** Kills processes of the running product during their work, one after the other. */
describe(`kill -9 under load (SEED=${seed})`, () => {
  const random = new Random(seed);
  const kills: { victim: Victim; backMs: number }[] = [];
  let stack: Stack;
  let inbox: Inbox;
  let shops: Shop[];
  let traffic: Traffic;
  let verdict: Verdict;
  let freezes: Freezes;
  let closings: Closings;

  beforeAll(async () => {
    inbox = await Inbox.open(97);
    stack = await Stack.start();
    const people = new People({ post, sql: stack.sql } as unknown as Platform);
    // The last one is frozen again and again, and does not trade otherwise.
    shops = await openShops(people, SHOPS + 1);
    traffic = new Traffic(stack, shops.slice(0, SHOPS), random.branch());
    freezes = await openFreezes(people);
    const closing = await Promise.all(
      Array.from({ length: CLOSINGS * ROUNDS }, () => openShop({ people, sql: stack.sql })),
    );
    closings = new Closings(stack, traffic.client, closing, shops[1]!);
    verdict = new Verdict(stack, traffic.requests);
    for (let index = 0; index < SHOPS; index++) {
      for (let i = 0; i < 4; i++) await traffic.one(random, 'deposit', index);
    }
  });
  afterAll(async () => {
    await stack?.stop();
    await inbox?.close();
  });

  it('answers every request in the end, and is ready after each kill', async () => {
    const began = performance.now();
    let victims: Victim[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (victims.length === 0) victims = nextVictims();
      const victim = victims.pop()!;
      const afterwards = random.between(Math.floor(OPERATIONS / 10), Math.floor((OPERATIONS * 9) / 10));
      const until = traffic.settled + afterwards;
      const load = traffic.run(CLIENTS, OPERATIONS);
      while (traffic.settled < until) await pause(5);
      let isBack = false;
      const freezing = freezes.run(() => isBack);
      const closing = closings.run(CLOSINGS);
      const step = freezes.steps + random.below(STEPS_OF_FREEZE);
      while (freezes.steps < step) await pause(5);
      const killed = crash(victim)
        .catch((error: Error) => {
          traffic.client.hasGivenUp = true;
          throw error;
        })
        .finally(() => (isBack = true));
      await Promise.all([killed, load, freezing, closing]);
      if (isLong) report(`  round ${round + 1}: ${victim}, back in ${Math.round(kills.at(-1)!.backMs)} ms`);
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    const slowest = kills.reduce((one, other) => (other.backMs > one.backMs ? other : one));
    const of = kills.map(({ victim }) => victim).join(', ');
    report(
      `crashes: SEED=${seed}, ${kills.length} kills (${of}) under ${traffic.settled} operations in ${seconds} s, ` +
        `${freezes.count} freezes, ${closings.count} closings, ${traffic.client.retries} repeats, slowest return ${Math.round(slowest.backMs)} ms of ${slowest.victim}, ` +
        `${(slowest.backMs / stack.startMs).toFixed(1)} times the first start without load`,
    );
    expect(kills).toHaveLength(ROUNDS);
  });

  it('leaves nothing open after its deadlines have passed', async () => {
    expect(await letTimePass(stack)).toEqual([]);
  });

  it('has booked each acknowledged transfer once, and no refused one', async () => {
    expect(await verdict.transfers()).toEqual([]);
  });

  it('has credited each card deposit as often as the card was charged: once, or not at all', async () => {
    expect(await verdict.deposits()).toEqual([]);
  });

  it('has completed each order once whose card was charged', async () => {
    expect(await verdict.sessions()).toEqual([]);
  });

  it('has sent and booked each acknowledged refund once, and made no refused one', async () => {
    expect(await new RefundVerdict(stack, traffic.requests).faults()).toEqual([]);
    expect(traffic.requests.filter(({ refunded }) => refunded?.status === 200).length).toBeGreaterThan(0);
  });

  it('locks every acknowledged escrow once and releases it once, as acknowledged', async () => {
    expect(await verdict.escrows()).toEqual([]);
  });

  it('has paid each invoice and each link once whose card was charged, and numbered invoices without gaps', async () => {
    const ofPages = new PageVerdict(stack, traffic.requests);
    expect(await ofPages.pages()).toEqual([]);
    expect(await ofPages.numbers()).toEqual([]);
  });

  it('has every acknowledged payroll once and complete, and no row of a refused one', async () => {
    expect(await verdict.payrolls()).toEqual([]);
  });

  it('has ended every acknowledged withdrawal once, as the provider has, and made no refused one', async () => {
    expect(await verdict.withdrawals()).toEqual([]);
  });

  it('has frozen an account completely and moved none of its money from the answer to the unfreeze', () => {
    expect(freezes.faults).toEqual([]);
    expect(freezes.count).toBeGreaterThanOrEqual(ROUNDS);
  });

  it('has closed accounts completely, which hold none of the money that was sent meanwhile', () => {
    expect(closings.faults).toEqual([]);
    expect(closings.count).toBe(CLOSINGS * ROUNDS);
  });

  it('has delivered each event, always under the same id', async () => {
    expect(await verdict.events(inbox, shops)).toEqual([]);
  });

  it('still returns the first response to a repeated request', async () => {
    const asked = random.shuffled(traffic.requests.filter(({ last }) => last)).slice(0, 100);
    for (const request of asked) {
      const again = await traffic.again(request);
      expect([again.status, again.text]).toEqual([request.last!.answer.status, request.last!.answer.text]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await verdict.transfers()).toEqual([]);
  });

  it('has a ledger without faults', async () => {
    const main = path.join(ROOT, 'dist/apps/scheduler/src/ledger-verify.js');
    const { code, output } = await runNode(main, [], { env: stack.environment });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('The books prove.') });
  });

  it('has reports that equal a scan, wherever their follower was killed', async () => {
    const main = path.join(ROOT, 'dist/apps/scheduler/src/reports-verify.js');
    const { code, output } = await runNode(main, [], { env: stack.environment });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('movements folded') });
    const [folded] = await stack.sql<{ legs: string }>('SELECT sum(folded_to) AS legs FROM ledger.folds');
    expect(Number(folded?.legs)).toBeGreaterThan(0);
  });

  it('was verified during the run, and no wallet was frozen by a false alarm', async () => {
    const [walked] = await stack.sql<{ seals: string }>(
      `SELECT place ->> 'position' AS seals FROM book_proof_walks WHERE walk = 'new journals'`,
    );
    expect(Number(walked?.seals)).toBeGreaterThan(0);
    expect(await stack.sql('SELECT check_name, subject, detail FROM book_faults')).toEqual([]);
    expect(await stack.sql('SELECT account_id FROM ledger.balances WHERE frozen')).toEqual([]);
  });

  it('leaves no process running', async () => {
    await stack.stop();
    expect(stack.leftovers()).toEqual([]);
  });

  /**
   * KILL=postgres,scheduler names the processes to kill. By default all are killed; the short form kills one of each
   * kind.
   */
  function nextVictims(): Victim[] {
    if (process.env.KILL) return process.env.KILL.split(',') as Victim[];
    if (isLong) return random.shuffled(stack.victims);
    const apis = ['business-api', 'checkout-api', 'app-api'] as const;
    const others = stack.victims.filter((victim) => ['scheduler', 'sandbox-api', 'redis'].includes(victim));
    return random.shuffled<Victim>(['postgres', random.of(apis), random.of(others)]);
  }

  async function crash(victim: Victim): Promise<void> {
    const began = performance.now();
    await stack.kill(victim);
    await pause(random.below(500));
    await stack.restart(victim);
    await stack.ready();
    kills.push({ victim, backMs: performance.now() - began });
    // The short form does not wait for the minute after which the claims of a killed process expire.
    if (!isLong) await expireClaims(stack);
  }

  const post: Platform['post'] = (host, action, body, options) =>
    httpClient('POST', `${stack.urls[host as Host]}/api/${action}`, body, options);

  async function openFreezes(people: People): Promise<Freezes> {
    const { client } = traffic;
    const open = async () => StaffDesk.open(stack, client, await people.signUp());
    const compliance = [await open(), await open()] as const;
    return new Freezes(stack, client, compliance, shops.at(-1)!, shops[0]!);
  }

  async function openShops(people: People, count: number): Promise<Shop[]> {
    const opened: Shop[] = [];
    for (let i = 0; i < count; i++) {
      const shop = await openShop({ people, sql: stack.sql });
      const { box, url } = inbox.boxOf(shop.id);
      const { body } = await post(
        'business',
        'business.php?section=webhooks&action=create',
        { app_id: shop.appId, url, events: EVENTS },
        { key: shop.key },
      );
      box.secret = body.secret as string;
      opened.push(shop);
    }
    return opened;
  }
});
