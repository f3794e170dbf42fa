import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { POSTGRES_POOL } from '@app/database';
import { LinkJournals } from '@app/trail';
import type { Pool } from 'pg';
import { eventually } from '../../support/eventually';
import type { CallOptions } from '../../support/http-client';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams } from '../../support/teams';
import { withdrawer, BY_HAND } from '../../support/withdrawals';
import { type Kind, type Mode, Owner } from '../../proofs/attack/owner';

interface Entry {
  title: string;
  at: string;
  kind: string;
  name: string;
  ids: { object: string; id: string; event: string | null };
  detail: Record<string, unknown>;
}
interface Explanation {
  object: { type: string; id: string; status: string };
  summary: { key: string };
  entries: Entry[];
  related: { type: string; id: string }[];
  next_cursor: string | null;
}

/** Names of an object and of what belongs to it, by its type; $1: its id. */
const NAMES: Record<string, string> = {
  session: `SELECT $1::text UNION SELECT refund_id FROM refunds WHERE session_id = $1
            UNION SELECT chargeback_id FROM chargebacks WHERE session_id = $1
            UNION SELECT id::text FROM escrows WHERE checkout_session_id = $1`,
  refund: 'SELECT $1::text',
  chargeback: 'SELECT $1::text',
  transfer: 'SELECT $1::text',
  escrow: 'SELECT $1::text',
  payroll: 'SELECT $1::text',
  deposit: 'SELECT $1::text',
  withdrawal: 'SELECT $1::text',
  link: 'SELECT $1::text UNION SELECT s.session_id FROM checkout_sessions s JOIN payment_links k ON k.id = s.origin_id WHERE k.code = $1',
  invoice: `SELECT $1::text UNION SELECT number FROM invoices WHERE id::text = $1
            UNION SELECT s.session_id FROM checkout_sessions s WHERE s.origin_id::text = $1`,
  subscription: `SELECT $1::text UNION SELECT invoice_id FROM subscription_invoices WHERE subscription_id = $1
                 UNION SELECT s.session_id FROM checkout_sessions s JOIN subscriptions u ON u.id = s.origin_id
                        WHERE u.subscription_id = $1`,
};

const KINDS = {
  live: [
    ['session', 'session'],
    ['attempt-session', 'session'],
    ['refund', 'refund'],
    ['chargeback', 'chargeback'],
    ['transaction', 'transfer'],
    ['escrow', 'escrow'],
    ['incoming-escrow', 'escrow'],
    ['payroll', 'payroll'],
    ['deposit', 'deposit'],
    ['invoice', 'invoice'],
    ['link', 'link'],
    ['subscription', 'subscription'],
  ],
  test: [
    ['session', 'session'],
    ['attempt-session', 'session'],
    ['refund', 'refund'],
    ['chargeback', 'chargeback'],
    ['invoice', 'invoice'],
    ['link', 'link'],
    ['subscription', 'subscription'],
  ],
} as const satisfies Record<Mode, readonly (readonly [string, string])[]>;

const CASES = (['live', 'test'] as const).flatMap((mode) =>
  KINDS[mode].map(([kind, type]) => [mode, kind, type] as const),
);

describe('the story of an object', () => {
  let platform: Platform;
  let receiver: Server;
  let owner: Owner;
  let other: Owner;
  let support: TestStaff;

  beforeAll(async () => {
    receiver = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    const friend = await platform.merchant();
    await platform.fund(friend, 'NGN', '1000000.00');
    owner = await Owner.open(platform, endpoint, friend);
    other = await Owner.open(platform, endpoint, friend);
    support = await platform.staff('support');
    await linked();
  });
  afterAll(async () => {
    receiver?.closeAllConnections();
    receiver?.close();
    await platform?.proveAndStop();
  });

  const linked = async () => {
    await platform.sealJournals();
    await platform.inside('scheduler', LinkJournals).run();
  };

  const idOf = async (of: Owner, mode: Mode, kind: Kind | 'attempt-session'): Promise<string> => {
    if (kind !== 'attempt-session') return String(of.idOf(mode, kind));
    const [row] = await platform.sql<{ session_id: string }>(
      'SELECT session_id FROM refunds WHERE refund_id = $1',
      [of.idOf(mode, 'refund')],
    );
    return row!.session_id;
  };

  const ask = (id: string, mode: Mode, by: CallOptions) =>
    platform.get(
      mode === 'live' ? 'checkout' : 'sandbox',
      `transactions.php?action=explain&id=${encodeURIComponent(id)}`,
      by,
    );

  const keyOf = ({ merchant }: Owner, mode: Mode): CallOptions => ({ key: merchant[mode].secret_key });

  const explained = async (id: string, mode: Mode): Promise<Explanation> => {
    const { status, body, text } = await ask(id, mode, keyOf(owner, mode));
    if (status !== 200) throw new Error(`explain ${id}: ${status} ${text}`);
    return body as unknown as Explanation;
  };

  const idsOf = (entries: readonly Entry[], kind: string) =>
    entries.filter((entry) => entry.kind === kind).map(({ ids }) => ids.id);

  it.each(CASES)(
    'has each journal, event and delivery of its owner: %s %s is a %s',
    async (mode, kind, type) => {
      const id = await idOf(owner, mode, kind);
      const { object, entries } = await explained(id, mode);
      expect(object.type).toBe(type);
      const names = (
        await platform.sql<{ name: string }>(`SELECT x.name FROM (${NAMES[type]}) x(name)`, [object.id])
      ).map(({ name }) => name);
      const { id: ownerId } = owner.merchant;
      const journals = await platform.sql<{ id: string }>(
        `SELECT j.id FROM ledger.journals j
          WHERE (j.related_id = ANY ($1) OR (j.related_type = 'deposit' AND j.reference = ANY ($1))
                 OR EXISTS (SELECT 1 FROM ledger.once o WHERE o.journal_id = j.id AND o.key = ANY (SELECT 'checkout ' || unnest($1::text[]))))
            AND EXISTS (SELECT 1 FROM ledger.accounts a WHERE a.id = ANY (j.accounts) AND a.owner_id = $2)`,
        [names, ownerId],
      );
      expect(idsOf(entries, 'posting').sort()).toEqual(journals.map((row) => row.id).sort());
      const events = await platform.sql<{ id: string }>(
        `SELECT e.event_id || ' ' || e.app_id AS id FROM app_events e JOIN merchant_apps m ON m.id = e.app_id
          WHERE e.object_id = ANY ($1) AND m.owner_id = $2 AND m.mode = $3`,
        [names, ownerId, mode],
      );
      expect(idsOf(entries, 'event').sort()).toEqual(events.map((row) => row.id).sort());
      const attempts = await platform.sql<{ id: string }>(
        `SELECT a.id FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id JOIN merchant_apps m ON m.id = d.app_id
          WHERE d.object_id = ANY ($1) AND m.owner_id = $2 AND m.mode = $3`,
        [names, ownerId, mode],
      );
      expect(
        entries
          .filter(({ name }) => name === 'webhook.delivered' || name === 'webhook.failed')
          .map(({ ids }) => ids.id)
          .sort(),
      ).toEqual(attempts.map((row) => row.id).sort());
      const times = entries.map(({ at }) => Date.parse(at));
      expect(times).toEqual([...times].sort((a, b) => a - b));
    },
  );

  it.each(CASES)('is 404 for any other account: %s %s', async (mode, kind) => {
    const id = await idOf(owner, mode, kind);
    // The friend is the other party of transfers and escrows; this owner is of none.
    const refused = await ask(id, mode, keyOf(other, mode));
    expect([refused.status, refused.body.error_code]).toEqual([404, 'NOT_FOUND']);
    expect((await ask(`${id}x`, mode, keyOf(owner, mode))).status).toBe(404);
    const otherMode = mode === 'live' ? 'test' : 'live';
    expect((await ask(id, otherMode, keyOf(owner, otherMode))).status).toBe(404);
  });

  it('is that of a payout too, with its events of no app', async () => {
    const person = await withdrawer(platform);
    const { body } = await platform.post(
      'business',
      'payout.php?action=initiate',
      { ...BY_HAND, pin: person.pin },
      { token: person.token },
    );
    await linked();
    const story = await platform.get(
      'business',
      `transactions.php?action=explain&id=${String(body.transaction_id)}`,
      { token: person.token },
    );
    const { object, entries } = story.body as unknown as Explanation;
    expect(object).toMatchObject({ type: 'withdrawal', id: body.transaction_id });
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['payment', 'posting']));
    expect(story.text).not.toContain('254712345678');
  });

  it('is found by the id of a transaction, as its object', async () => {
    const [journal] = await platform.sql<{ id: string }>(
      `SELECT id FROM ledger.journals WHERE related_type = 'checkout_session' AND related_id = $1`,
      [await idOf(owner, 'live', 'attempt-session')],
    );
    const { object } = await explained(journal!.id, 'live');
    expect(object).toMatchObject({ type: 'session', id: await idOf(owner, 'live', 'attempt-session') });
  });

  it('shows requests to the payment company, without their paths to owners', async () => {
    const id = await idOf(owner, 'test', 'attempt-session');
    const { entries } = await eventually(async () => {
      const story = await explained(id, 'test');
      expect(idsOf(story.entries, 'gateway')).not.toEqual([]);
      return story;
    });
    for (const { kind, detail } of entries)
      if (kind === 'gateway') expect(Object.keys(detail)).toEqual(['ms']);
    const staff = await timeline(id);
    const asked = staff.entries.filter(({ kind }) => kind === 'gateway');
    expect(asked.map(({ detail }) => detail.path)).toContain('POST /charges');
    expect(JSON.stringify(asked)).not.toContain('4000000000000000');
  });

  it('costs at most fifteen queries', async () => {
    const pool = platform.inside<Pool>('business', POSTGRES_POOL as never);
    const id = await idOf(owner, 'live', 'attempt-session');
    const call = () =>
      platform.get('business', `transactions.php?action=explain&id=${id}`, { token: owner.merchant.token });
    await call();
    const queries = jest.spyOn(pool, 'query');
    expect((await call()).status).toBe(200);
    expect(queries.mock.calls.length).toBeLessThanOrEqual(15);
    queries.mockRestore();
  });

  it('has no postings for members who may not read money', async () => {
    const id = await idOf(owner, 'live', 'attempt-session');
    const teams = new Teams(platform);
    const kindsFor = async (role: 'developer' | 'finance') => {
      const { token } = await teams.member(owner.merchant, role);
      const { body } = await platform.get('business', `transactions.php?action=explain&id=${id}`, { token });
      return new Set((body as unknown as Explanation).entries.map(({ kind }) => kind));
    };
    expect((await kindsFor('developer')).has('posting')).toBe(false);
    expect((await kindsFor('finance')).has('posting')).toBe(true);
  });

  const timeline = async (
    id: string,
    as = '',
    cursor = '',
  ): Promise<Explanation & { people: Record<string, string> }> => {
    const { status, body, text } = await platform.get(
      'business',
      `admin.php?section=explain&action=timeline&id=${encodeURIComponent(id)}${as && `&as=${as}`}${cursor && `&cursor=${cursor}`}`,
      { token: support.token },
    );
    if (status !== 200) throw new Error(`timeline: ${status} ${text}`);
    return body as never;
  };

  describe('the story that staff read', () => {
    const find = async (q: string) => {
      const { body } = await platform.get(
        'business',
        `admin.php?section=explain&action=find&q=${encodeURIComponent(q)}`,
        { token: support.token },
      );
      return body.data as { type: string; id: string; owner: string | null }[];
    };

    it.each(CASES)('is found by its id: %s %s', async (mode, kind, type) => {
      const id = await idOf(owner, mode, kind);
      expect((await find(id)).map((found) => found.type)).toContain(type);
    });

    it('is found by an order reference, a reference at the payment company, and the address of an account', async () => {
      const { key } = keyOf(owner, 'test');
      const card = { number: '4000000000000000', expiry_month: '12', expiry_year: '2099', cvv: '123' };
      const opened = await platform.post(
        'sandbox',
        'sessions.php?action=create',
        { amount: 12.5, currency: 'NGN', order_ref: 'find-me-7' },
        { key },
      );
      const { session_id } = opened.body as { session_id: string };
      await platform.post('sandbox', 'sessions.php?action=pay-card', { session_id, card }, { key });
      expect(await find('find-me-7')).toMatchObject([{ type: 'session', id: session_id }]);
      const [attempt] = await platform.sql<{ reference: string; gateway_transaction_id: string }>(
        `SELECT t.reference, t.gateway_transaction_id FROM checkout_attempts t JOIN checkout_sessions s ON s.id = t.checkout_session_id
          WHERE s.session_id = $1`,
        [session_id],
      );
      expect(await find(attempt!.reference)).toMatchObject([{ id: session_id }]);
      expect((await find(attempt!.gateway_transaction_id)).map(({ id }) => id)).toContain(session_id);
      const account = { type: 'account', id: owner.merchant.id };
      expect(await find(owner.merchant.email.toUpperCase())).toContainEqual(expect.objectContaining(account));
      expect(await find('nothing-has-this')).toEqual([]);
    });

    it('names the owner and those who wrote, and is audited with the people that it shows', async () => {
      const id = await idOf(owner, 'live', 'refund');
      const added = await platform.post(
        'business',
        'admin.php?section=notes&action=add',
        { object_id: id, text: 'The buyer called.' },
        { token: support.token },
      );
      expect(added.status).toBe(200);
      const story = await timeline(id);
      const note = story.entries.find(({ kind }) => kind === 'note');
      expect(note).toMatchObject({ detail: { staff_id: support.id } });
      expect(story.people).toHaveProperty(support.id);
      expect(story.people).toHaveProperty(owner.merchant.id);
      const [entry] = await platform.sql<{ subject: string; after: { people: string[] } }>(
        `SELECT subject, after FROM audit_log WHERE action = 'explain.timeline' AND staff_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
        [support.id],
      );
      expect(entry).toEqual({ subject: id, after: { people: [owner.merchant.id] } });
      const listed = await platform.get('business', `admin.php?section=notes&action=list&object_id=${id}`, {
        token: support.token,
      });
      expect((listed.body.data as { data: object[] }).data).toMatchObject([
        { text: 'The buyer called.', staff_id: support.id },
      ]);
    });

    it('goes on after 500 entries with the next one', async () => {
      const id = await idOf(owner, 'live', 'refund');
      await platform.sql(
        `INSERT INTO notes (id, object_id, staff_id, text, created_at, version)
         SELECT gen_random_uuid(), $1, $2, 'note ' || n, $3::timestamptz + n * interval '1 ms', 1 FROM generate_series(1, 520) n`,
        [id, support.id, platform.clock.now()],
      );
      const first = await timeline(id);
      const rest = await timeline(id, '', first.next_cursor!);
      expect([first.entries.length, rest.next_cursor]).toEqual([500, null]);
      const notes = [...first.entries, ...rest.entries].filter(({ title }) => /^note \d+$/.test(title));
      expect(notes.map(({ title }) => title)).toEqual(Array.from({ length: 520 }, (_, n) => `note ${n + 1}`));
    });

    it('is shown as its owner sees it on request', async () => {
      const id = await idOf(owner, 'live', 'refund');
      const own = await explained(id, 'live');
      const shown = await timeline(id, 'owner');
      expect(shown.entries).toEqual(own.entries);
      expect(shown.entries.some(({ kind }) => kind === 'note' || kind === 'staff')).toBe(false);
    });

    it('is 404 where there is no such object, for notes as well', async () => {
      const missing = { token: support.token };
      const story = await platform.get(
        'business',
        'admin.php?section=explain&action=timeline&id=none',
        missing,
      );
      const note = await platform.post(
        'business',
        'admin.php?section=notes&action=add',
        { object_id: 'none', text: 'Nothing' },
        missing,
      );
      expect([story.status, note.status]).toEqual([404, 404]);
    });
  });
});
