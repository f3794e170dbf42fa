import { randomUUID } from 'node:crypto';
import { STAFF_ROLES, type TeamRole } from '@app/http';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Teams } from '../../support/teams';

describe('A person who acts as a test app of their account', () => {
  let platform: Platform;
  let owner: TestMerchant;
  let teams: Teams;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'sandbox'] });
    owner = await platform.merchant();
    teams = new Teams(platform);
  });
  afterAll(() => platform?.stop());

  const list = (token: string, app: string, host = 'sandbox') =>
    platform.get(host, 'sessions.php?action=list', { token, headers: { 'x-app': app } });
  const create = (token: string, app: string, idempotencyKey?: string) =>
    platform.post(
      'sandbox',
      'sessions.php?action=create',
      { amount: 100, currency: 'NGN', customer_email: 'ada@example.com' },
      { token, idempotencyKey, headers: { 'x-app': app } },
    );

  it('creates and reads payments of that app without its key', async () => {
    const created = await create(owner.token, owner.test.app_id);
    expect(outcomeOf(created)).toBe('200 OK');
    const listed = await list(owner.token, owner.test.app_id.toUpperCase());
    expect(listed.text).toContain(created.body.session_id);
    const byKey = await platform.get('sandbox', 'sessions.php?action=list', { key: owner.test.secret_key });
    expect(byKey.body.data).toEqual(listed.body.data);
  });

  it('is refused without the name of an app, as before', async () => {
    const bare = await platform.post('sandbox', 'sessions.php?action=create', {}, { token: owner.token });
    expect(outcomeOf(bare)).toBe('401 UNAUTHENTICATED');
  });

  it('finds no other app: neither a live one, nor a revoked one, nor one of another account', async () => {
    const other = await platform.merchant();
    const revoked = await platform.people.createApp(owner, 'test');
    const done = await platform.post(
      'business',
      'business.php?section=apps&action=revoke',
      { app_id: revoked.app_id, pin: owner.pin },
      { token: owner.token },
    );
    expect(outcomeOf(done)).toBe('200 OK');
    const apps = [
      owner.live.app_id,
      revoked.app_id,
      other.test.app_id,
      randomUUID(),
      'x',
      `${owner.test.app_id}, x`,
    ];
    for (const app of apps) expect(outcomeOf(await list(owner.token, app))).toBe('404 NOT_FOUND');
  });

  it('is itself on every other host, whatever the header says', async () => {
    const balance = await platform.get('business', 'wallet.php?action=balance', {
      token: owner.token,
      headers: { 'x-app': owner.test.app_id },
    });
    expect(outcomeOf(balance)).toBe('200 OK');
    const paid = await platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: owner.usertag, amount: 1, pin: '0000' },
      { token: owner.token, headers: { 'x-app': owner.live.app_id } },
    );
    expect(outcomeOf(paid)).toBe('403 INVALID_PIN');
  });

  it.each<[TeamRole, string, string]>([
    ['admin', '200 OK', '200 OK'],
    ['developer', '200 OK', '200 OK'],
    ['finance', '200 OK', '403 FORBIDDEN'],
    ['support', '200 OK', '403 FORBIDDEN'],
  ])('reads with the role %s: %s, and writes: %s', async (role, reads, writes) => {
    const member = await teams.member(owner, role);
    expect(outcomeOf(await list(member.token, owner.test.app_id))).toBe(reads);
    expect(outcomeOf(await create(member.token, owner.test.app_id))).toBe(writes);
    // In a session of their own account they have none of these apps.
    expect(outcomeOf(await list(member.ownToken, owner.test.app_id))).toBe('404 NOT_FOUND');
  });

  it('is refused once the membership ends', async () => {
    const member = await teams.member(owner, 'developer');
    await teams.send('remove', { user_id: member.id, pin: owner.pin }, owner.token);
    await platform.sessionChangesProcessed();
    expect(outcomeOf(await list(member.token, owner.test.app_id))).toBe('401 UNAUTHENTICATED');
  });

  it('is counted and has idempotency keys by person and app', async () => {
    const [second, key] = [await platform.people.createApp(owner, 'test'), randomUUID()];
    const answers = [
      await create(owner.token, owner.test.app_id, key),
      await create(owner.token, owner.test.app_id, key),
      await create(owner.token, second.app_id, key),
    ];
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true', null]);
    expect(new Set(answers.map(({ body }) => body.session_id)).size).toBe(2);
  });

  it('is called from pages of the console, and of no other origin in production', async () => {
    const preflight = (origin: string) =>
      fetch(`${platform.urls.sandbox}/api/sessions.php/list`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    const own = await preflight(platform.urls.business);
    expect(own.status).toBe(204);
    expect(own.headers.get('access-control-allow-origin')).toBe(platform.urls.business);
    expect(own.headers.get('access-control-allow-headers')).toContain('X-App');
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('learns what it may do in each role of a business and of staff', async () => {
    const roles = ['admin', 'developer', 'finance', 'support'] as const;
    const members = await Promise.all(roles.map((role) => teams.member(owner, role)));
    const staff = await Promise.all(STAFF_ROLES.map((role) => platform.staff(role)));
    const people = [await platform.signUp(), ...members, ...staff];
    for (const { token } of people) {
      const me = await platform.get('business', 'auth.php?action=me', { token });
      expect(outcomeOf(me)).toBe('200 OK');
    }
  });

  it('learns what it may do in each mode', async () => {
    const member = await teams.member(owner, 'support');
    const [live, test] = await Promise.all(
      ['business', 'sandbox'].map((host) =>
        platform.get(host, 'auth.php?action=me', { token: member.token }),
      ),
    );
    expect(live!.body).toMatchObject({
      user: { id: member.id, two_factor_enabled: true },
      account: { id: owner.id, name: 'Test Business', account_type: 'business', role: 'support' },
      staff_role: null,
      kyb_status: 'approved',
      attention: [],
    });
    expect(live!.body.modes.live).toEqual([{ app_id: owner.live.app_id, app_name: 'Shop live' }]);
    expect(live!.body.actions).toContain('business.php:payments/list');
    expect(live!.body.actions).not.toContain('business.php:payments/refund');
    expect(live!.body.actions).not.toContain('wallet.php:balance');
    expect(test!.body.actions).toContain('sessions.php:list');
    expect(test!.body.actions).not.toContain('sessions.php:create');
  });
});
