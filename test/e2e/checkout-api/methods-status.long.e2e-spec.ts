import { ChangeNotifier } from '@app/queue';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop, tokenOf } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(() => platform?.stop());

type Session = Awaited<ReturnType<Shop['open']>>;

const statusOf = (session: Session, query = '') =>
  platform.get('checkout', `sessions.php?action=public-status&session_id=${session.session_id}${query}`, {
    sessionToken: tokenOf(session),
  });

/** One request that waits for a change. */
interface Wait {
  /** How often it has begun to wait: it looks again from time to time. */
  begun: number;
  /** Whether a change ended its last wait, and not its time. */
  byChange: boolean;
  isOver: boolean;
}

/** The requests that the checkout host lets wait from now on. */
function waitsOf(stack: Platform): Wait[] {
  const notifier = stack.inside('checkout', ChangeNotifier);
  const watch = notifier.watch.bind(notifier);
  const waits: Wait[] = [];
  jest.spyOn(notifier, 'watch').mockImplementation(async (topic, id) => {
    const watched = await watch(topic, id);
    if (!watched) return null;
    const wait: Wait = { begun: 0, byChange: false, isOver: false };
    waits.push(wait);
    return {
      changed: async (limitMs) => {
        wait.begun += 1;
        return (wait.byChange = await watched.changed(limitMs));
      },
      close: () => {
        wait.isOver = true;
        watched.close();
      },
    };
  });
  return waits;
}

/** Until so many requests wait. */
const begun = (waits: Wait[], count: number) =>
  eventually(() => waits.filter((wait) => wait.begun > 0).length === count);

/** Returns the answer and the time until it came. */
async function timed<T>(asked: Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  return [await asked, performance.now() - start];
}

afterEach(() => jest.restoreAllMocks());

describe('waiting for a session to change', () => {
  it('answers at once without since, with another revision, and without wait', async () => {
    const session = await shop.open();
    const { revision } = (await statusOf(session)).body;
    const waits = waitsOf(platform);
    for (const query of ['&wait=25', '&wait=25&since=0.0.pending', `&since=${revision}`]) {
      const { status, body } = await statusOf(session, query);
      expect([status, body.status, body.revision, body.payment]).toEqual([200, 'pending', revision, null]);
    }
    expect(waits.filter((wait) => wait.begun > 0)).toEqual([]);
  });

  it('answers all waiting requests within a moment when another host pays the session', async () => {
    const session = await shop.open();
    const { revision } = (await statusOf(session)).body;
    const waits = waitsOf(platform);
    const waiting = [1, 2, 3].map(() => statusOf(session, `&wait=25&since=${revision}`));
    await begun(waits, 3);
    await shop.pay(session, CARDS.otp);
    for (const { body } of await Promise.all(waiting)) {
      expect(body.revision).not.toBe(revision);
      expect(body.status).toBe('processing');
    }
    expect(waits.map(({ byChange }) => byChange)).toEqual([true, true, true]);
  });

  it('reports each step of a card payment and its end', async () => {
    const session = await shop.open();
    const { gw_ref } = (await shop.pay(session, CARDS.otp)).body;
    const waiting = (await statusOf(session)).body;
    expect(waiting).toMatchObject({
      auth_mode: 'otp',
      payment: { method: 'card', state: 'waiting', amount: 2500.5, currency: 'NGN', instructions: null },
    });
    const next = statusOf(session, `&wait=25&since=${waiting.revision}`);
    await shop.submit(session, gw_ref, '123456');
    // Between the two stands "confirming", which a slow answer may skip.
    let latest = (await next).body;
    while (latest.status === 'processing')
      latest = (await statusOf(session, `&wait=25&since=${latest.revision}`)).body;
    expect(latest).toMatchObject({
      status: 'completed',
      payment: { state: 'successful', received: { amount: 2500.5, currency: 'NGN', set_aside: null } },
    });
  });

  it('answers unchanged after the requested time', async () => {
    const session = await shop.open();
    const { revision } = (await statusOf(session)).body;
    const [{ status, body }, ms] = await timed(statusOf(session, `&wait=1&since=${revision}`));
    expect([status, body.revision]).toEqual([200, revision]);
    expect(ms).toBeGreaterThan(950);
  });

  it.each(['&wait=26', '&wait=-1', '&wait=x', `&since=${'x'.repeat(65)}`])('refuses %s', async (query) => {
    const { status, body } = await statusOf(await shop.open(), query);
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('keeps no request waiting when too many wait for one session', async () => {
    const session = await shop.open();
    const { revision } = (await statusOf(session)).body;
    const waits = waitsOf(platform);
    const gone = new AbortController();
    const url = `${platform.urls.checkout}/api/sessions.php?action=public-status&session_id=${session.session_id}&wait=25&since=${revision}`;
    const headers = { 'x-session-token': tokenOf(session) };
    const many = Array.from({ length: 8 }, () => fetch(url, { headers, signal: gone.signal }));
    const ended = Promise.allSettled(many);
    await begun(waits, 8);
    // The ninth is answered although nothing has changed.
    expect((await statusOf(session, `&wait=25&since=${revision}`)).body.revision).toBe(revision);
    expect(waits).toHaveLength(8);
    gone.abort();
    await ended;
    await eventually(() => waits.every(({ isOver }) => isOver));
    // Those who went away hold no place.
    const later = timed(statusOf(session, `&wait=2&since=${revision}`));
    expect((await later)[1]).toBeGreaterThan(1900);
  });

  it('lets the host stop at once and answers the waiting requests', async () => {
    const own = await startPlatform();
    try {
      const owner = await own.merchant();
      const session = await new Shop(own, 'checkout', owner.live.secret_key).open();
      const path = `sessions.php?action=public-status&session_id=${session.session_id}`;
      const buyer = { sessionToken: tokenOf(session) };
      const { revision } = (await own.get('checkout', path, buyer)).body;
      const waits = waitsOf(own);
      const waiting = own.get('checkout', `${path}&wait=25&since=${revision}`, buyer);
      await begun(waits, 1);
      await own.close('checkout');
      expect((await waiting).status).toBe(200);
      expect(waits[0]!.byChange).toBe(true);
    } finally {
      await own.stop();
    }
  });
});
