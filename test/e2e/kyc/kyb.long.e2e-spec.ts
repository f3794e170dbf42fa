import { randomUUID } from 'node:crypto';
import { ReportStaffWork } from '@app/backoffice';
import { outcomeOf } from '../../support/http-client';
import { picture } from '../../support/identity-files';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { upload } from '../../support/uploads';
import { ApprovalsDesk } from '../staff/approvals-desk';
import { KybTrials } from './kybs';

let platform: Platform;
let kyb: KybTrials;
let compliance: TestStaff;
let colleague: TestStaff;

beforeAll(async () => {
  platform = await startPlatform({ apps: ['business', 'checkout', 'scheduler'] });
  [compliance, colleague] = [await platform.staff('compliance'), await platform.staff('compliance')];
  kyb = new KybTrials(platform, compliance);
});
afterAll(() => platform?.stop());

describe('submit-kyb', () => {
  it('waits for a review, and stores what was submitted sealed', async () => {
    const owner = await kyb.business();
    const answer = await kyb.submit(owner, { country_code: 'ng' });
    expect([answer.status, answer.body.kyb_status]).toEqual([200, 'pending']);
    expect(await kyb.statusOf(owner)).toBe('pending');
    const rows = await platform.sql<{ row: string }>(
      'SELECT s::text AS row FROM kyb_submissions s WHERE user_id = $1',
      [owner.id],
    );
    const texts = ['Okafor Trading Limited', '1234567', 'Marina'];
    const stored = rows.map(({ row }) => row).join();
    for (const text of texts) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString('hex'));
    }
  });

  it.each([
    ['legal_name', ''],
    ['legal_name', { $ne: 1 }],
    ['legal_name', 'A\u0000B'],
    ['registration_number', '-- /'],
    ['registration_number', 'x'.repeat(65)],
    ['country_code', 'XX'],
    ['country_code', undefined],
    ['address', 'a'.repeat(100_000 / 4)],
  ])('refuses %s %p', async (field, value) => {
    const answer = await kyb.submit(await kyb.business(), { [field]: value });
    expect([outcomeOf(answer), answer.body.errors[0].field]).toEqual(['400 VALIDATION_ERROR', field]);
  });

  it('is for businesses with a proved e-mail address, and their sessions', async () => {
    expect(outcomeOf(await kyb.submit(await platform.signUp()))).toBe('403 ACCOUNT_TYPE_FORBIDDEN');
    const merchant = await platform.merchant();
    const byKey = await kyb.submit({ token: '' }, {}, { key: merchant.live.secret_key });
    expect(outcomeOf(byKey)).toBe('403 SESSION_REQUIRED');
    expect(outcomeOf(await kyb.submit(merchant))).toBe('409 INVALID_STATE');
    const owner = await kyb.business();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.id]);
    expect(outcomeOf(await kyb.submit(owner))).toBe('403 KYC_REQUIRED');
  });

  it('is one submission for the same content, also at once, and replaces other content', async () => {
    const owner = await kyb.business();
    const answers = await Promise.all([1, 2, 3, 4].map(() => kyb.submit(owner)));
    expect(answers.map(outcomeOf)).toEqual(['200 OK', '200 OK', '200 OK', '200 OK']);
    const first = await kyb.pendingOf(owner);
    await kyb.submit(owner);
    expect(await kyb.pendingOf(owner)).toEqual(first);
    await kyb.submit(owner, { registration_number: 'RC 7654321' });
    expect((await kyb.pendingOf(owner)).submission_id).not.toBe(first.submission_id);
    expect(outcomeOf(await kyb.staffPost('approve', first))).toBe('409 INVALID_STATE');
    expect(await kyb.statusOf(owner)).toBe('pending');
  });

  it('takes ten submissions a day', async () => {
    const owner = await kyb.business();
    const numbers = Array.from({ length: 12 }, (_, n) => ({ registration_number: 7_000_000 + n }));
    const outcomes: string[] = [];
    for (const changes of numbers) outcomes.push(outcomeOf(await kyb.submit(owner, changes)));
    expect(outcomes.slice(9)).toEqual(['200 OK', '400 LIMIT_REACHED', '400 LIMIT_REACHED']);
  });
});

describe('section=kyb', () => {
  it('lists submissions oldest first without their content, and shows them with an audit entry', async () => {
    const [owner, twin] = [await kyb.business(), await kyb.business()];
    await kyb.submit(owner, { registration_number: 'BN-55 55' });
    await kyb.submit(twin, { registration_number: 'bn5555' });
    const { body: certificate } = await upload(platform, await picture(), {
      token: owner.token,
      docType: 'business_registration',
    });
    const { body } = await kyb.staffGet('queue&per_page=100', await platform.staff('support'));
    const queued = (body.data.data as { user_id: string }[]).map(({ user_id }) => user_id);
    expect(queued.indexOf(owner.id)).toBeLessThan(queued.indexOf(twin.id));
    expect(JSON.stringify(body)).not.toContain('Okafor Trading Limited');
    expect(outcomeOf(await kyb.staffGet(`show&user_id=${owner.id}`, await platform.staff('support')))).toBe(
      '403 FORBIDDEN',
    );
    const shown = (await kyb.staffGet(`show&user_id=${owner.id}`)).body;
    expect(shown).toMatchObject({
      user_id: owner.id,
      kyb_status: 'pending',
      documents: [{ document_id: certificate.id as string, status: 'pending', pages: 1 }],
    });
    expect(shown.submissions).toMatchObject([
      {
        status: 'pending',
        legal_name: 'Okafor Trading Limited',
        registration_number: 'BN-55 55',
        address: '12 Marina Road, Lagos',
        accounts_of_same_registration: [twin.id],
      },
    ]);
    const audit = await platform.sql<{ staff_id: string }>(
      `SELECT staff_id FROM audit_log WHERE action = 'kyb.show' AND subject = $1`,
      [owner.id],
    );
    expect(audit).toEqual([{ staff_id: compliance.id }]);
  });

  it('writes an audit entry for staff who try the id of an account that does not exist', async () => {
    const id = randomUUID();
    expect(outcomeOf(await kyb.staffGet(`show&user_id=${id}`))).toBe('404 NOT_FOUND');
    const audit = await platform.sql(
      `SELECT staff_id, after->'people' AS people FROM audit_log WHERE action = 'kyb.show' AND subject = $1`,
      [id],
    );
    expect(audit).toEqual([{ staff_id: compliance.id, people: [id] }]);
  });

  it('approves: the business creates a live app', async () => {
    const owner = await kyb.business();
    const create = () =>
      platform.post(
        'business',
        'business.php?section=apps&action=create',
        { app_name: 'Shop', mode: 'live' },
        { token: owner.token },
      );
    await kyb.submit(owner);
    expect(outcomeOf(await create())).toBe('403 KYB_REQUIRED');
    const answer = await kyb.staffPost('approve', await kyb.pendingOf(owner));
    expect([answer.status, answer.body.kyb_status]).toEqual([200, 'approved']);
    expect(outcomeOf(await create())).toBe('200 OK');
    expect(outcomeOf(await kyb.submit(owner))).toBe('409 INVALID_STATE');
    expect(await kyb.noticeOf(owner, 'kyb.approved')).toBeDefined();
  });

  it('is decided once by two reviewers at once', async () => {
    const owner = await kyb.business();
    await kyb.submit(owner);
    const pending = await kyb.pendingOf(owner);
    const answers = await Promise.all([
      ...[kyb.staffPost('approve', pending), kyb.staffPost('approve', pending, colleague)],
      ...[1, 2].map(() => kyb.staffPost('reject', { ...pending, reason: 'Not listed' }, colleague)),
    ]);
    expect(answers.map(outcomeOf).sort()).toEqual([
      '200 OK',
      ...['409 INVALID_STATE', '409 INVALID_STATE', '409 INVALID_STATE'],
    ]);
    const decided = answers.find(({ status }) => status === 200)!;
    expect(await kyb.statusOf(owner)).toBe(decided.body.kyb_status);
  });

  it('rejects with a reason for the business and a note for staff, and accepts another submission', async () => {
    const owner = await kyb.business();
    await kyb.submit(owner);
    const decision = { reason: 'The number is not listed.', staff_note: 'looks forged' };
    await kyb.staffPost('reject', { ...(await kyb.pendingOf(owner)), ...decision });
    expect(await kyb.statusOf(owner)).toBe('rejected');
    const notice = await kyb.noticeOf(owner, 'kyb.rejected');
    expect(notice.body).toContain('The number is not listed.');
    expect(JSON.stringify(notice)).not.toContain('forged');
    expect(outcomeOf(await kyb.submit(owner))).toBe('200 OK');
    expect(await kyb.statusOf(owner)).toBe('pending');
  });

  it('accepts nothing after a final rejection until it is reopened', async () => {
    const owner = await kyb.business();
    await kyb.submit(owner);
    await kyb.staffPost('reject', { ...(await kyb.pendingOf(owner)), reason: 'Forged papers', final: true });
    expect(outcomeOf(await kyb.submit(owner, { address: '1 Other Road, Lagos' }))).toBe('409 INVALID_STATE');
    const reopen = { user_id: owner.id, reason: 'Cleared by legal' };
    expect(outcomeOf(await kyb.staffPost('reopen', reopen))).toBe('200 OK');
    expect(outcomeOf(await kyb.staffPost('reopen', reopen))).toBe('409 INVALID_STATE');
    expect(outcomeOf(await kyb.submit(owner))).toBe('200 OK');
    expect(await kyb.noticeOf(owner, 'kyb.reopened')).toBeDefined();
  });

  it('shows others who reviews a business', async () => {
    const owner = await kyb.business();
    await kyb.submit(owner);
    const mine = await kyb.staffPost('claim', { user_id: owner.id });
    expect([mine.status, mine.body.is_yours]).toEqual([200, true]);
    const theirs = await kyb.staffPost('claim', { user_id: owner.id }, colleague);
    expect([theirs.body.is_yours, theirs.body.claimed_by]).toEqual([false, compliance.id]);
    platform.clock.advance({ minutes: 5 });
    await platform.sql(
      `UPDATE kyb_submissions SET claimed_until = claimed_until - interval '15 minutes' WHERE user_id = $1`,
      [owner.id],
    );
    const later = await kyb.staffPost('claim', { user_id: owner.id }, colleague);
    expect([later.body.is_yours, later.body.claimed_by]).toEqual([true, colleague.id]);
    expect(outcomeOf(await kyb.staffPost('approve', await kyb.pendingOf(owner)))).toBe('200 OK');
  });

  it('does not let a reviewer approve a business with their mailbox', async () => {
    const owner = await kyb.business();
    await kyb.submit(owner);
    const mailbox = compliance.email.replace('@', '+shop@');
    await platform.sql('UPDATE users SET email = $2 WHERE id = $1', [owner.id, mailbox]);
    const pending = await kyb.pendingOf(owner);
    expect(outcomeOf(await kyb.staffPost('approve', pending))).toBe('403 FORBIDDEN');
    const colleague = await platform.staff('compliance');
    expect(outcomeOf(await kyb.staffPost('approve', pending, colleague))).toBe('200 OK');
  });

  it("refuses staff of other roles, one's own business, and submissions of others", async () => {
    const owner = await kyb.business();
    await kyb.submit(owner);
    const pending = await kyb.pendingOf(owner);
    for (const role of ['support', 'finance'] as const)
      expect(outcomeOf(await kyb.staffPost('approve', pending, await platform.staff(role)))).toBe(
        '403 FORBIDDEN',
      );
    await platform.sql(`UPDATE kyb_submissions SET user_id = $2 WHERE id = $1`, [
      pending.submission_id,
      compliance.id,
    ]);
    const own = { user_id: compliance.id, submission_id: pending.submission_id };
    expect(outcomeOf(await kyb.staffPost('approve', own))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await kyb.staffPost('claim', own))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await kyb.staffPost('approve', pending))).toBe('404 NOT_FOUND');
    const nothing = { user_id: owner.id, submission_id: randomUUID() };
    expect(outcomeOf(await kyb.staffPost('approve', nothing))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await kyb.staffPost('approve', { user_id: owner.id }))).toBe('400 VALIDATION_ERROR');
  });
});

describe('revoke', () => {
  it('limits live keys to reads on every host, from the next request on', async () => {
    const owner = await kyb.approved();
    const { secret_key: key, public_key } = await platform.people.createApp(owner, 'live');
    const { secret_key: testKey } = await platform.people.createApp(owner, 'test');
    const session = { amount: 100, currency: 'NGN' };
    const writes = () =>
      Promise.all([
        platform.post('checkout', 'sessions.php?action=create', session, { key }),
        platform.post('checkout', 'sessions.php?action=create-public', session, { key: public_key }),
        platform.post('business', 'wallet.php?action=create-wallet', { currency: 'USD' }, { key }),
      ]);
    expect((await writes()).map(({ status }) => status)).toEqual([200, 200, 200]);

    const revoke = { user_id: owner.id, reason: 'Struck off the register.' };
    const held = [await kyb.staffPost('revoke', revoke), await kyb.staffPost('revoke', revoke)];
    expect(await writes()).toMatchObject([{ status: 200 }, { status: 200 }, { status: 409 }]);
    const desk = new ApprovalsDesk(platform);
    const answers = await Promise.all(held.map((one) => desk.carriedOut(colleague, one)));
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE']);
    expect((await writes()).map(outcomeOf)).toEqual([
      ...['403 KYB_REQUIRED', '403 KYB_REQUIRED', '403 KYB_REQUIRED'],
    ]);
    const reads = await Promise.all([
      platform.get('checkout', 'sessions.php?action=list', { key }),
      platform.get('business', 'wallet.php?action=wallets', { key }),
      platform.get('business', 'wallet.php?action=wallets', { key: testKey }),
    ]);
    expect(reads.map(outcomeOf)).toEqual(['200 OK', '200 OK', '200 OK']);
    expect(await kyb.statusOf(owner)).toBe('rejected');
    expect((await kyb.noticeOf(owner, 'kyb.revoked')).body).toContain('Struck off the register.');

    await kyb.submit(owner);
    expect((await writes()).map(outcomeOf)[0]).toBe('403 KYB_REQUIRED');
    await kyb.staffPost('approve', await kyb.pendingOf(owner));
    expect((await writes()).map(outcomeOf)[0]).toBe('200 OK');
  });

  it('is refused for what is not approved, and to the owner', async () => {
    const owner = await kyb.business();
    const revoke = { user_id: owner.id, reason: 'Nothing to revoke' };
    expect(outcomeOf(await kyb.staffPost('revoke', revoke))).toBe('409 INVALID_STATE');
    expect(outcomeOf(await kyb.staffPost('revoke', { ...revoke, user_id: randomUUID() }))).toBe(
      '404 NOT_FOUND',
    );
    expect(outcomeOf(await kyb.staffPost('revoke', { ...revoke, user_id: compliance.id }))).toBe(
      '403 FORBIDDEN',
    );
  });
});

it('staff are notified once of all that has arrived for their role', async () => {
  const noticesOf = (staff: TestStaff) =>
    platform.sql(
      `SELECT data->>'reviews' AS reviews, data->>'approvals' AS approvals FROM notifications
        WHERE owner_id = $1 AND type = 'staff.work-waiting' ORDER BY id`,
      [staff.id],
    );
  const finance = await platform.staff('finance');
  const reporting = async () => {
    await platform.inside('scheduler', ReportStaffWork).run();
    await platform.runJobs();
  };
  await reporting();
  const before = (await noticesOf(compliance)).length;
  const owners = [await kyb.approved(), await kyb.business(), await kyb.business()] as const;
  for (const owner of owners.slice(1)) await kyb.submit(owner);
  await kyb.staffPost('revoke', { user_id: owners[0].id, reason: 'Struck off' });
  await reporting();
  await reporting();
  const [counted] = await platform.sql(
    `SELECT (SELECT count(*) FROM kyb_submissions WHERE status = 'pending')
            + (SELECT count(*) FROM kyc_documents WHERE status = 'pending') AS reviews,
            (SELECT count(*) FROM held_actions WHERE status = 'awaiting_approval')::text AS approvals`,
  );
  expect((await noticesOf(compliance)).slice(before)).toEqual([
    { reviews: String(counted!.reviews), approvals: counted!.approvals },
  ]);
  expect(await noticesOf(finance)).toEqual([]);
});

it('submissions without an approval are erased after 90 days, and old BVN tries are deleted', async () => {
  const [rejected, kept] = [await kyb.business(), await kyb.approved()];
  await kyb.submit(rejected);
  await kyb.staffPost('reject', { ...(await kyb.pendingOf(rejected)), reason: 'Not listed' });
  await platform.sql(
    `UPDATE kyb_submissions SET decided_at = decided_at - interval '91 days' WHERE user_id = ANY($1)`,
    [[rejected.id, kept.id]],
  );
  await platform.sql(
    `INSERT INTO bvn_verifications (id, version, user_id, status, started_at, ended_at)
     VALUES (gen_random_uuid(), 1, $1, 'mismatch', now(), now() - interval '91 days')`,
    [rejected.id],
  );
  await platform.runJobs();
  const sealed = await platform.sql<{ user_id: string; erased: boolean }>(
    'SELECT user_id, details_ciphertext IS NULL AS erased FROM kyb_submissions WHERE user_id = ANY($1) ORDER BY 2',
    [[rejected.id, kept.id]],
  );
  expect(sealed).toEqual([
    { user_id: kept.id, erased: false },
    { user_id: rejected.id, erased: true },
  ]);
  expect((await kyb.staffGet(`show&user_id=${rejected.id}`)).body.submissions).toMatchObject([
    { legal_name: null },
  ]);
  expect(await platform.sql('SELECT FROM bvn_verifications WHERE user_id = $1', [rejected.id])).toEqual([]);
});
