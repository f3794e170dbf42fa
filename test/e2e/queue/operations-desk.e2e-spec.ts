import { metricsRegistry } from '@app/http';
import { RelayWorker } from '@app/write-path';
import { newId } from '../../support/books';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant, TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

const DELIVERIES = 'admin.php?section=deliveries';
const QUEUES = 'admin.php?section=queues';
/** Seconds until a failing event is tried again, after each of its tries but the last. */
const BACKOFF = [1, 2, 4, 8, 16, 32, 64, 128, 256];

describe('admin.php?section=deliveries|queues', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let support: TestStaff;
  const by = (staff: { token: string }) => ({ token: staff.token });

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', WEBHOOK_TIMEOUT_SECONDS: '1' } });
    merchant = await platform.merchant();
    support = await platform.staff('support');
  });
  afterAll(() => platform.stop());

  const audited = (action: string) =>
    platform.sql<{ staff_id: string; subject: string | null; reason: string | null; before: object }>(
      'SELECT staff_id, subject, reason, before FROM audit_log WHERE action = $1 ORDER BY id',
      [action],
    );

  it('is for staff of these roles alone, never for keys', async () => {
    const compliance = await platform.staff('compliance');
    const gets = [`${DELIVERIES}&action=list`, `${DELIVERIES}&action=parked`, `${QUEUES}&action=list`];
    const posts: [string, object][] = [
      [`${QUEUES}&action=open`, {}],
      [`${QUEUES}&action=run-job`, { name: 'seal journals', reason: 'why not' }],
      [`${DELIVERIES}&action=retry-parked`, { id: newId(), reason: 'why not' }],
    ];
    for (const path of gets) {
      expect(outcomeOf(await platform.get('business', path))).toBe('401 UNAUTHENTICATED');
      for (const token of [merchant.token, compliance.token])
        expect(outcomeOf(await platform.get('business', path, { token }))).toBe('403 FORBIDDEN');
      const key = { key: merchant.live.secret_key };
      expect(outcomeOf(await platform.get('business', path, key))).toBe('403 SESSION_REQUIRED');
      expect(outcomeOf(await platform.get('business', path, by(support)))).toBe('200 OK');
    }
    for (const [path, body] of posts) {
      expect(outcomeOf(await platform.post('business', path, body))).toBe('401 UNAUTHENTICATED');
      for (const token of [merchant.token, compliance.token])
        expect(outcomeOf(await platform.post('business', path, body, { token }))).toBe('403 FORBIDDEN');
      const key = { key: merchant.live.secret_key };
      expect(outcomeOf(await platform.post('business', path, body, key))).toBe('403 SESSION_REQUIRED');
    }
    for (const [path, body] of posts.slice(1))
      expect(outcomeOf(await platform.post('business', path, body, by(support)))).toBe('403 FORBIDDEN');
  });

  it('lists deliveries of every app, filtered and in pages, without what is the merchants’ own', async () => {
    const receiver = await platform.receiver();
    const hook = { app_id: merchant.test.app_id, url: receiver.url };
    const endpoint = await platform.post(
      'business',
      'business.php?section=webhooks&action=create',
      hook,
      by(merchant),
    );
    const { id } = endpoint.body;
    const ping = 'business.php?section=webhooks&action=test';
    await platform.post('business', ping, { id }, by(merchant));
    receiver.status = 500;
    for (let n = 0; n < 2; n++) await platform.post('business', ping, { id }, by(merchant));

    const list = (query: string) =>
      platform.get('business', `${DELIVERIES}&action=list${query}`, by(support));
    const all = await list(`&webhook_id=${id}&per_page=2`);
    expect(all.body.data).toMatchObject({ total: 3, page: 1, per_page: 2, has_next: true });
    const second = await list(`&webhook_id=${id}&per_page=2&page=2`);
    expect(second.body.data.data).toHaveLength(1);
    const failed = await list(`&status=failed&app_id=${merchant.test.app_id}&event=test.ping`);
    expect(failed.body.data.total).toBe(2);
    expect(Object.keys(failed.body.data.data[0]).toSorted()).toEqual([
      ...[
        'app_id',
        'app_name',
        'attempts',
        'created_at',
        'due_at',
        'event',
        'event_id',
        'id',
        'last_attempt',
      ],
      ...['status', 'url', 'webhook_id'],
    ]);
    expect(failed.body.data.data[0]).toMatchObject({
      app_id: merchant.test.app_id,
      url: receiver.url,
      event: 'test.ping',
      status: 'failed',
      attempts: 1,
      last_attempt: { status: 500, error: 'answered 500' },
    });
    for (const query of [`&app_id=${newId()}`, '&event=payout.failed', '&to=2001-01-01', '&status=pending'])
      expect((await list(query)).body.data.total).toBe(0);
    const [last, first] = [all, second].map(({ body }) =>
      (body.data.data[0].created_at as string).slice(0, 10),
    );
    expect((await list(`&webhook_id=${id}&from=${first}&to=${last}`)).body.data.total).toBe(3);
    const faults = [
      '&status=lost',
      '&app_id=1',
      '&page=0',
      '&from=yesterday',
      '&from=2001-01-03&to=2001-01-01',
    ];
    for (const query of faults) expect(outcomeOf(await list(query))).toBe('400 VALIDATION_ERROR');
  });

  it('parked events of their own account are not retried by staff', async () => {
    const admin = await platform.staff('admin');
    const id = newId();
    await platform.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at,
                           attempts, parked_at)
       VALUES ($1, 'wallet', $2, 'wallet.not-subscribed', '{}', $3, 'live', 'c', $4, 10, $4)`,
      [id, newId(), admin.id, platform.clock.now()],
    );
    const retry = (staff: { token: string }) =>
      platform.post('business', `${DELIVERIES}&action=retry-parked`, { id, reason: 'Why not' }, by(staff));
    expect((await retry(admin)).body).toMatchObject({
      error_code: 'FORBIDDEN',
      message: 'Staff cannot retry an event of their own.',
    });
    await platform.sql('DELETE FROM outbox WHERE id = $1', [id]);
  });

  it('lists parked events grouped by what failed, and retries them when staff ask for it, with an audit entry', async () => {
    const gone = `${DELIVERIES}&action=retry-parked`;
    const id = newId();
    // A transfer event that the webhooks cannot read.
    await platform.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
       VALUES ($1, 'wallet', $2, 'wallet.funds-transferred', '{}', $3, 'live', 'c', $4)`,
      [id, newId(), merchant.id, platform.clock.now()],
    );
    const relay = platform.inside('scheduler', RelayWorker);
    await relay.run();
    for (const wait of BACKOFF) {
      platform.clock.advance({ seconds: wait + 1 });
      await relay.run();
    }
    await relay.measure();
    expect(await metricsRegistry.getSingleMetricAsString('outbox_events_parked')).toContain(
      'outbox_events_parked 1',
    );

    const staff = await platform.staff('admin');
    const parked = await platform.get('business', `${DELIVERIES}&action=parked`, by(staff));
    expect(parked.body).toMatchObject({
      total: 1,
      events: [{ id, attempts: 10, type: 'wallet.funds-transferred', heard_by: expect.any(Array) }],
    });
    const [event] = parked.body.events;
    expect(event.error).toMatch(/^[a-z]+(-[a-z]+)+: /);
    expect(JSON.stringify(parked.body)).not.toContain('payload');
    expect(parked.body.by_listener).toEqual([
      { listener: event.error.split(':')[0], type: 'wallet.funds-transferred', count: 1 },
    ]);

    expect(
      outcomeOf(await platform.post('business', gone, { id: newId(), reason: 'let us see' }, by(staff))),
    ).toBe('404 NOT_FOUND');
    expect(outcomeOf(await platform.post('business', gone, { id }, by(staff)))).toBe('400 VALIDATION_ERROR');
    const dry = await platform.post(
      'business',
      gone,
      { id, reason: 'let us see' },
      { ...by(staff), headers: { 'x-dry-run': 'true' } },
    );
    expect([outcomeOf(dry), dry.body.dry_run]).toEqual(['200 OK', true]);
    expect((await platform.get('business', `${DELIVERIES}&action=parked`, by(staff))).body.total).toBe(1);

    // Fixed meanwhile.
    const money = { minor: '1000', currency: 'NGN' };
    const data = {
      transactionId: newId(),
      sender: { usertag: 'ada', ownerId: newId() },
      recipient: { ownerId: merchant.id },
      sent: money,
      received: money,
    };
    await platform.sql('UPDATE outbox SET payload = $2 WHERE id = $1', [id, data]);
    const answers = await Promise.all(
      [1, 2].map(() => platform.post('business', gone, { id, reason: 'corrected' }, by(staff))),
    );
    expect(answers.map(outcomeOf).toSorted()).toEqual(['200 OK', '404 NOT_FOUND']);
    await relay.run();
    const [row] = await platform.sql<{ relayed_at: Date | null }>(
      'SELECT relayed_at FROM outbox WHERE id = $1',
      [id],
    );
    expect(row!.relayed_at).not.toBeNull();
    expect((await platform.get('business', `${DELIVERIES}&action=parked`, by(staff))).body.total).toBe(0);
    expect(await audited('deliveries.retry-parked')).toEqual([
      {
        staff_id: staff.id,
        subject: id,
        reason: 'corrected',
        before: { attempts: 10, error: event.error, parkedAt: event.parked_at },
      },
    ]);
  });

  it('shows what is due without Redis, and runs a job at once', async () => {
    const staff = await platform.staff('admin');
    const list = await platform.get('business', `${QUEUES}&action=list`, by(staff));
    expect(list.body).toMatchObject({
      success: true,
      redis: 'not set up',
      queues: [],
      outbox: { waiting: expect.any(Number), failing: 0, parked: 0 },
      deliveries: { due: 0, waiting: 0 },
    });
    const job = list.body.jobs.find(({ name }: { name: string }) => name === 'purge old sessions');
    expect(job).toMatchObject({ every_seconds: 3600, failures: 0, last_error: null });
    expect(job.runs).toBeGreaterThan(0);

    const path = `${QUEUES}&action=run-job`;
    const body = { name: 'purge old sessions', reason: 'tidying up' };
    expect(
      outcomeOf(await platform.post('business', path, { ...body, name: 'no such job' }, by(staff))),
    ).toBe('404 NOT_FOUND');
    expect(outcomeOf(await platform.post('business', path, body, by(staff)))).toBe('200 OK');
    for (let { runs } = job; runs <= job.runs;) {
      const again = await platform.get('business', `${QUEUES}&action=list`, by(staff));
      runs = again.body.jobs.find(({ name }: { name: string }) => name === body.name).runs;
    }
    expect(await audited('queues.run-job')).toMatchObject([
      { staff_id: staff.id, subject: body.name, reason: body.reason },
    ]);
  });

  it('says that there is no board without Redis', async () => {
    const staff = await platform.staff('admin');
    const { body } = await platform.post('business', `${QUEUES}&action=open`, {}, by(staff));
    const ticket = new URL(body.url).searchParams.get('ticket')!;
    const entered = await fetch(`${platform.urls.business}/admin/queues/enter`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ticket }),
    });
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
    const page = await fetch(`${platform.urls.business}/admin/queues`, { headers: { cookie } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('REDIS_URL')]);
  });
});
