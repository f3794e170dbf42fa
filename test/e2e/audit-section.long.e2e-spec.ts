import { uuidv7 } from '@app/kernel';
import { ProveBooks, SealAuditEntries } from '@app/ledger';
import { generateSync } from 'otplib';
import { AuditEntriesQueries } from '../../libs/backoffice/src/audit/audit-entries.queries';
import { MAX_EXPORT_ROWS } from '../../libs/backoffice/src/audit/audit-export.service';
import { PeopleViewedQueries } from '../../libs/http/src/audit/people-viewed.queries';
import { newId } from '../support/books';
import { outcomeOf } from '../support/http-client';
import type { TestMerchant, TestStaff } from '../support/people';
import { type Platform, startPlatform } from '../support/platform';

interface Entry {
  id: string;
  staff_id: string | null;
  action: string;
  subject: string | null;
  after: Record<string, unknown> | null;
  position: number | null;
  created_at: string;
}

const AUDIT = 'admin.php?section=audit';

describe('admin.php?section=audit', () => {
  let platform: Platform;
  let support: TestStaff;
  let finance: TestStaff;
  let compliance: TestStaff;
  let admin: TestStaff;
  let merchant: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'scheduler'], secondBusiness: true });
    [support, finance] = [await platform.staff('support'), await platform.staff('finance')];
    [compliance, admin] = [await platform.staff('compliance'), await platform.staff('admin')];
    merchant = await platform.merchant();
  });
  afterAll(() => platform.proveAndStop());

  const list = (by: TestStaff, query = '') =>
    platform.get('business', `${AUDIT}&action=list${query}`, { token: by.token });
  const listed = async (by: TestStaff, query = ''): Promise<Entry[]> =>
    (await list(by, query)).body.data.data as Entry[];
  const download = (by: TestStaff, query = '') =>
    platform.get('business', `${AUDIT}&action=export${query}`, { token: by.token });
  /** Seals what staff did until now. */
  async function seal(): Promise<void> {
    for (;;) {
      await platform.inside('scheduler', SealAuditEntries).run();
      const [row] = await platform.sql<{ open: string }>(
        'SELECT (SELECT count(*) FROM audit_log) - (SELECT count(*) FROM ledger.audit_seals) AS open',
      );
      if (row!.open === '0') return;
    }
  }
  /** Writes an entry as the apps do, with these fields. */
  async function entry(fields: Partial<Record<string, unknown>> = {}): Promise<string> {
    // Entries of the same millisecond have no order.
    platform.clock.advance({ ms: 1 });
    const id = uuidv7(platform.clock.now());
    const row = {
      id,
      staff_id: finance.id,
      action: 'ledger.reverse',
      subject: null,
      reason: null,
      after: null,
      address: '192.0.2.1',
      request_id: 'request-1',
      created_at: platform.clock.now(),
      ...fields,
    };
    const names = Object.keys(row);
    await platform.sql(
      `INSERT INTO audit_log (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(row),
    );
    return id;
  }

  it('is for staff, the export for compliance only', async () => {
    for (const action of ['list', 'export']) {
      const path = `${AUDIT}&action=${action}`;
      expect(outcomeOf(await platform.get('business', path))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await platform.get('business', path, { token: merchant.token }))).toBe(
        '403 FORBIDDEN',
      );
      const key = { key: merchant.live.secret_key };
      expect(outcomeOf(await platform.get('business', path, key))).toBe('403 SESSION_REQUIRED');
    }
    for (const by of [support, finance]) {
      expect(outcomeOf(await list(by))).toBe('200 OK');
      expect(outcomeOf(await download(by))).toBe('403 FORBIDDEN');
    }
    for (const by of [compliance, admin]) {
      expect(outcomeOf(await list(by))).toBe('200 OK');
      expect((await download(by)).status).toBe(200);
    }
  });

  it('shows compliance and administrators everything, and others their own entries', async () => {
    const subject = newId();
    const own = await entry({ subject });
    const ofOther = await entry({ subject, staff_id: support.id });
    const ofService = await entry({ subject, staff_id: null, action: 'ledger.fault' });
    const seen = async (by: TestStaff, query = '') =>
      (await listed(by, `&subject=${subject}${query}`)).map(({ id }) => id);
    for (const by of [compliance, admin]) {
      expect(await seen(by)).toEqual([ofService, ofOther, own]);
      expect(await seen(by, `&staff_id=${support.id.toUpperCase()}`)).toEqual([ofOther]);
    }
    expect(await seen(finance)).toEqual([own]);
    expect(await seen(finance, `&staff_id=${finance.id}`)).toEqual([own]);
    expect(await seen(support)).toEqual([ofOther]);
    for (const other of [support.id, newId()])
      expect(outcomeOf(await list(finance, `&staff_id=${other}`))).toBe('403 FORBIDDEN');
  });

  it('filters by action, section, subject and time, in pages, newest first', async () => {
    const subject = `case ${newId()}`;
    const encoded = `&subject=${encodeURIComponent(subject)}`;
    const at = (text: string) => ({ subject, created_at: new Date(text) });
    const first = await entry({ ...at('2020-03-01T23:59:59.999Z'), action: 'escrow.resolve' });
    const second = await entry({ ...at('2020-03-02T00:00:00Z'), action: 'ledger.reverse' });
    const third = await entry({ ...at('2020-03-02T23:59:59.999Z'), action: 'ledger.clear-fault' });
    const fourth = await entry({ ...at('2020-03-03T00:00:00Z'), action: 'ledgers.none' });
    const seen = async (query: string) => (await listed(compliance, encoded + query)).map(({ id }) => id);

    expect(await seen('')).toEqual([fourth, third, second, first]);
    expect(await seen('&entry_action=ledger')).toEqual([third, second]);
    expect(await seen('&entry_action=ledger.reverse')).toEqual([second]);
    expect(await seen('&entry_action=ledger.rev')).toEqual([]);
    expect(await seen('&from=2020-03-02&to=2020-03-02')).toEqual([third, second]);
    expect(await seen('&from=2020-03-02T00:00:00.001Z')).toEqual([fourth, third]);
    expect(await seen('&to=2020-03-02T00:00:00Z')).toEqual([first]);
    const page = await list(compliance, `${encoded}&per_page=3&page=2`);
    expect(page.body.data).toMatchObject({ total: 4, total_pages: 2, has_next: false });
    expect((page.body.data.data as Entry[]).map(({ id }) => id)).toEqual([first]);

    for (const query of [
      '&from=2020-03-04&to=2020-03-02',
      '&from=2020-03-02T10:00:00Z&to=2020-03-02T09:59:59Z',
    ]) {
      for (const answer of [await list(compliance, query), await download(compliance, query)])
        expect([outcomeOf(answer), answer.body.errors[0].field]).toEqual(['400 VALIDATION_ERROR', 'from']);
    }
    for (const query of ['&staff_id=1', '&from=soon', '&to=2020-02-30', '&page=0', '&per_page=101'])
      expect(outcomeOf(await list(compliance, query))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await list(compliance, `&entry_action=${'x'.repeat(101)}`))).toBe(
      '400 VALIDATION_ERROR',
    );
    expect(outcomeOf(await list(compliance, '&subject=%00'))).toBe('400 VALIDATION_ERROR');
    expect(await seen(`&entry_action=${encodeURIComponent("' OR true --")}`)).toEqual([]);
  });

  it('counts and numbers 10,000 entries, so that a page of a long log costs the same', async () => {
    const subject = newId();
    await platform.sql(
      `INSERT INTO audit_log (id, action, subject, address, request_id, created_at)
       SELECT gen_random_uuid(), 'ledger.fault', $1, 'service', 'r', now() FROM generate_series(1, 10001)`,
      [subject],
    );
    const read = (query: string) => list(compliance, `&subject=${subject}&per_page=100${query}`);
    const last = await read('&page=100');
    expect(last.body.data).toMatchObject({ total: 10_000, total_is_capped: true, has_next: false });
    expect(last.body.data.data).toHaveLength(100);
    const beyond = await read('&page=101');
    expect([outcomeOf(beyond), beyond.body.errors[0].field]).toEqual(['400 VALIDATION_ERROR', 'page']);
    const none = await list(compliance, `&subject=${newId()}`);
    expect(none.body.data).toMatchObject({ total: 0, total_is_capped: false });
  });

  it('records who has read it, and shows the place of each entry in the chain', async () => {
    await list(support, '&entry_action=ledger&page=2');
    await seal();
    const [last] = await listed(compliance, `&staff_id=${support.id}&entry_action=audit.list&per_page=1`);
    expect(last).toMatchObject({
      staff_id: support.id,
      after: { staffId: support.id, action: 'ledger', page: 2 },
      position: expect.any(Number) as number,
    });
  });

  it('exports what was sealed as CSV, oldest first, in which no cell is a formula, and audits it before', async () => {
    const subject = `=cmd|' /C calc'!A0 ${newId()}`;
    const ids = [
      await entry({ subject, reason: '+1 "quoted", and more' }),
      await entry({ subject, staff_id: null, after: '{"amount":"=1"}' }),
    ];
    await seal();
    const encoded = `&subject=${encodeURIComponent(subject)}`;
    const { status, text, headers } = await download(compliance, encoded);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      '"created_at","staff_id","action","subject","reason","before","after","address","request_id","id","position","hash"',
    );
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`"'${subject}","'+1 ""quoted"", and more",,,"192.0.2.1"`);
    expect(lines[2]).toMatch(/^"[^"]+Z",,"ledger.reverse",.*,"{""amount"":""=1""}"/);
    expect(lines.slice(1, 3).map((line, n) => line.includes(`"${ids[n]}"`))).toEqual([true, true]);
    expect(lines[1]).toMatch(/,\d+,"[0-9a-f]{64}"$/);

    const [audited] = await listed(compliance, '&entry_action=audit.export&per_page=1');
    expect(audited).toMatchObject({
      staff_id: compliance.id,
      staff_name: 'Staff compliance',
      after: { subject, count: 2 },
    });
  });

  it('exports more than one batch completely, each entry once', async () => {
    const subject = `many ${newId()}`;
    // Entries of one instant, and times with more digits than the apps write.
    await platform.sql(
      `INSERT INTO audit_log (id, action, subject, address, request_id, created_at)
       SELECT gen_random_uuid(), 'x', $1, 'x', 'x', '2021-01-01T00:00:00.000123Z'::timestamptz + make_interval(secs => n / 700)
         FROM generate_series(1, 2345) n`,
      [subject],
    );
    await seal();
    const { text } = await download(admin, `&subject=${encodeURIComponent(subject)}`);
    const ids = [...text.matchAll(/"([0-9a-f-]{36})",\d+,/g)].map(([, id]) => id);
    expect(ids).toHaveLength(2345);
    expect(new Set(ids).size).toBe(2345);
  });

  it('refuses an export of too many entries instead of leaving some out', async () => {
    const query = `&subject=${newId()}`;
    const counted = jest
      .spyOn(platform.inside('business', AuditEntriesQueries), 'countSealed')
      .mockImplementation((_, __, limit) => Promise.resolve(limit));
    const refused = await download(compliance, query);
    counted.mockRestore();
    expect(outcomeOf(refused)).toBe('400 LIMIT_REACHED');
    expect(refused.body.message).toContain('100000');
    const [last] = await listed(compliance, '&entry_action=audit.export&per_page=1');
    expect(last!.after).not.toMatchObject({ subject: query });
    expect(MAX_EXPORT_ROWS).toBe(100_000);
  });

  it('allows ten exports in ten minutes', async () => {
    const auditor = await platform.staff('compliance');
    const outcomes = [];
    for (let n = 0; n < 11; n++) outcomes.push((await download(auditor, `&subject=${newId()}`)).status);
    expect(outcomes).toEqual([...Array<number>(10).fill(200), 429]);
    expect(outcomeOf(await list(auditor))).toBe('200 OK');
  });

  it('a changed entry is reported once, and cleared only when it is restored', async () => {
    const id = await entry({ subject: 'evidence' });
    await seal();
    const change = async (subject: string) => {
      await platform.sql(`SET session_replication_role = 'replica'`);
      await platform.sql('UPDATE audit_log SET subject = $2 WHERE id = $1', [id, subject]);
      await platform.sql(`SET session_replication_role = 'origin'`);
    };
    const prove = () => platform.inside('scheduler', ProveBooks).run();
    const faults = async () => {
      const { body } = await platform.get('business', 'admin.php?section=ledger&action=faults', {
        token: finance.token,
      });
      return body.faults as { id: string; row: string; accounts: string[] }[];
    };
    const clear = (fault_id: string) =>
      platform.post(
        'business',
        'admin.php?section=ledger&action=clear-fault',
        { fault_id, reason: 'Restored from the backup' },
        { token: finance.token },
      );
    await change('nothing');
    // A run checks 2,000 of the entries that were checked before.
    while ((await faults()).length === 0) await prove();
    await prove();
    const found = await faults();
    expect(found).toMatchObject([
      { row: expect.stringMatching(`^audit entry ${id}, seal `) as string, accounts: [] },
    ]);
    expect(outcomeOf(await clear(found[0]!.id))).toBe('409 INVALID_STATE');
    await change('evidence');
    expect(outcomeOf(await clear(found[0]!.id))).toBe('200 OK');
    expect(await faults()).toEqual([]);
    const audited = await listed(compliance, '&entry_action=ledger.fault');
    expect(audited.filter(({ subject }) => subject === found[0]!.row)).toMatchObject([
      { staff_id: null, action: 'ledger.fault' },
    ]);
  });

  describe('the view of more than 100 people in an hour', () => {
    let viewer: TestStaff;
    beforeAll(async () => {
      viewer = await platform.staff('support');
    });
    afterEach(() => jest.restoreAllMocks());

    const show = (id: string, host = 'business') =>
      platform.get(host, `admin.php?section=users&action=show&user_id=${id}`, { token: viewer.token });
    const shown = async (...args: Parameters<typeof show>) =>
      expect(outcomeOf(await show(...args))).toBe('200 OK');
    /** Entries as `users.find` writes them, of so many people that have no other entry. */
    const viewed = (people: number, minutesAgo: number) =>
      entry({
        staff_id: viewer.id,
        action: 'users.find',
        after: JSON.stringify({ people: Array.from({ length: people }, newId) }),
        created_at: new Date(platform.clock.now().getTime() - minutesAgo * 60_000),
      });
    const alerts = async () => {
      const rows = await platform.sql<{ people: number }>(
        `SELECT (payload->>'people')::int AS people FROM outbox
          WHERE type = 'staff.many-people-viewed' AND payload->>'staffId' = $1 ORDER BY id`,
        [viewer.id],
      );
      return rows.map(({ people }) => people);
    };

    it('is reported to each administrator once, also by two processes at once', async () => {
      const [another, reader] = [await platform.staff('admin'), await platform.staff('compliance')];
      const second = await platform.secondBusinessUrl();
      await viewed(50, 61);
      await viewed(97, 59);
      await shown(merchant.id);
      await shown(merchant.id.toUpperCase());
      await shown(viewer.id);
      const found = await platform.get(
        'business',
        `admin.php?section=users&action=find&q=${encodeURIComponent(finance.email)}`,
        { token: viewer.token },
      );
      expect(found.body.data.total).toBe(1);
      await shown(finance.id, second);
      const [wallet] = await platform.sql<{ id: string }>(
        'SELECT id FROM ledger.accounts WHERE owner_id = $1 LIMIT 1',
        [compliance.id],
      );
      const account = `admin.php?section=ledger&action=account&id=${wallet!.id}`;
      expect(outcomeOf(await platform.get('business', account, { token: viewer.token }))).toBe('200 OK');
      // The 100th person has been viewed.
      expect(await alerts()).toEqual([]);

      // Both processes find more than 100 people, twice, before either of them reports them.
      const meetings = [meeting(), meeting()];
      let counts = 0;
      const count = PeopleViewedQueries.prototype.countUnreported;
      jest.spyOn(PeopleViewedQueries.prototype, 'countUnreported').mockImplementation(async function (
        this: PeopleViewedQueries,
        staffId,
      ) {
        const people = await count.call(this, staffId);
        await meetings[Math.floor(counts++ / 2)]?.();
        return people;
      });
      await Promise.all([shown(another.id), shown(reader.id, second)]);
      expect(counts).toBeGreaterThan(4);
      expect(await alerts()).toEqual([102]);
      await shown(support.id);
      expect(await alerts()).toEqual([102]);

      await platform.runJobs();
      const notices = await platform.sql<{ owner_id: string; body: string; mails: number }>(
        `SELECT n.owner_id, n.body, (SELECT count(*)::int FROM mails m WHERE m.type = n.type AND m.owner_id = n.owner_id) AS mails
           FROM notifications n WHERE n.type = 'staff.many-people-viewed'`,
      );
      expect(notices.map(({ owner_id }) => owner_id).sort()).toEqual([admin.id, another.id].sort());
      for (const { body, mails } of notices) {
        expect(body).toContain(`${viewer.email} viewed the records of 102 people from `);
        expect(mails).toBe(1);
      }
    });

    it('does not fail a read if it cannot be counted', async () => {
      const counted = jest
        .spyOn(PeopleViewedQueries.prototype, 'countUnreported')
        .mockRejectedValue(new Error('no connection'));
      await shown(merchant.id);
      expect(counted).toHaveBeenCalledTimes(1);
    });

    it('is counted and reported again in the next hour', async () => {
      platform.clock.advance({ hours: 1 });
      const { body } = await platform.post('business', 'auth.php?action=login', {
        email: viewer.email,
        password: viewer.password,
        totp_code: generateSync({ secret: viewer.totpSecret, epoch: platform.clock.unixSeconds() }),
      });
      viewer.token = body.access_token as string;
      await viewed(99, 0);
      await shown(merchant.id);
      expect(await alerts()).toEqual([102]);
      await shown(finance.id);
      expect(await alerts()).toEqual([102, 101]);
    });
  });
});

/** Returns a function whose first two calls wait for each other. */
function meeting(): () => Promise<void> {
  let open: () => void;
  let arrived = 0;
  const both = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (++arrived === 2) open();
    return both;
  };
}
