import { outcomeOf } from '../../support/http-client';
import { pdf, picture } from '../../support/identity-files';
import { KycDesk } from '../../support/kyc-desk';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { upload } from '../../support/uploads';
import { ApprovalsDesk } from '../staff/approvals-desk';

let platform: Platform;
let desk: KycDesk;
let reviewer: TestStaff;
let colleague: TestStaff;
let support: TestStaff;

beforeAll(async () => {
  platform = await startPlatform({ apps: ['business', 'app'] });
  [reviewer, colleague, support] = await Promise.all([
    platform.staff('compliance'),
    platform.staff('compliance'),
    platform.staff('support'),
  ]);
  desk = new KycDesk(platform, reviewer);
});
afterAll(() => platform.stop());

describe('A review', () => {
  it('is decided once by two reviewers at once', async () => {
    const { id } = await desk.uploaded(await platform.signUp(), 'passport');
    const outcomes = await Promise.all([desk.approve(id), desk.approve(id, {}, colleague)]);
    expect(outcomes.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE']);
  });

  it('counts two documents that are approved at once', async () => {
    const user = await platform.signUp();
    const ids = await Promise.all(['passport', 'selfie'].map((docType) => desk.uploaded(user, docType)));
    await Promise.all([desk.approve(ids[0]!.id), desk.approve(ids[1]!.id, {}, colleague)]);
    expect((await desk.statusOf(user)).level).toBe(1);
  });

  it('lists the longest waiting first, and a claim warns others for 15 minutes', async () => {
    const [one, two] = [await platform.signUp(), await platform.signUp()];
    const first = await desk.uploaded(one, 'passport');
    const second = await desk.uploaded(two, 'passport');
    expect(outcomeOf(await desk.act('claim', second.id))).toBe('200 OK');
    const rows = await desk.queue();
    const places = [first.id, second.id].map((id) =>
      rows.findIndex(({ document_id: listed }) => listed === id),
    );
    expect(places[0]).toBeLessThan(places[1]!);
    expect(rows[places[1]!]).toMatchObject({ claimed_by: reviewer.id, user: { id: two.id } });
    await platform.sql(
      `UPDATE kyc_documents SET claimed_until = claimed_until - interval '15 minutes' WHERE id = $1`,
      [second.id],
    );
    expect((await desk.queue(`&user_id=${two.id}`))[0]).toMatchObject({ claimed_by: null });
  });

  it('shows pictures to compliance only, and none without an audit entry', async () => {
    const { id } = await desk.uploaded(await platform.signUp(), 'passport');
    expect((await desk.queue('', support)).some(({ document_id: listed }) => listed === id)).toBe(true);
    for (const action of ['claim', 'approve', 'reject', 'revoke', 'reopen'])
      expect(outcomeOf(await desk.act(action, id, { reason: 'No reason' }, support))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.look(`document_id=${id}`, support))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.look(`document_id=${id}&page=2`))).toBe('404 NOT_FOUND');
    await desk.pageOf(id);
    const entries = () =>
      platform.sql(
        `SELECT staff_id, after FROM audit_log WHERE action = 'kyc.document-viewed' AND subject = $1`,
        [id],
      );
    expect(await entries()).toEqual([{ staff_id: reviewer.id, after: expect.objectContaining({ page: 1 }) }]);
    await platform.sql(`ALTER TABLE audit_log ADD CONSTRAINT fails CHECK (subject <> '${id}') NOT VALID`);
    const refused = await desk.look(`document_id=${id}`);
    await platform.sql('ALTER TABLE audit_log DROP CONSTRAINT fails');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      500,
      'application/json; charset=utf-8',
    ]);
    expect(await entries()).toHaveLength(1);
  });

  it('gives the original of a PDF as an attachment, to reviewers with a recent proof who say why', async () => {
    const user = await platform.signUp();
    const { id } = await desk.uploaded(user, 'passport', 1, pdf('0 0 m'));
    const original = `document_id=${id}&original=true`;
    expect(outcomeOf(await desk.look(original))).toBe('400 VALIDATION_ERROR');
    const sent = await desk.look(`${original}&reason=Asked+by+the+police`);
    expect([sent.status, sent.text.slice(0, 8)]).toEqual([200, '%PDF-1.4']);
    expect(sent.headers.get('content-disposition')).toContain('attachment');
    const entries = () =>
      platform.sql(
        `SELECT staff_id, reason FROM audit_log WHERE action = 'kyc.original-exported' AND subject = $1`,
        [id],
      );
    expect(await entries()).toEqual([{ staff_id: reviewer.id, reason: 'Asked by the police' }]);
    await platform.sql(`ALTER TABLE audit_log ADD CONSTRAINT fails CHECK (subject <> '${id}') NOT VALID`);
    const refused = await desk.look(`${original}&reason=Because`);
    await platform.sql('ALTER TABLE audit_log DROP CONSTRAINT fails');
    expect([refused.status, refused.text.includes('%PDF'), (await entries()).length]).toEqual([
      500,
      false,
      1,
    ]);
    const selfie = await desk.uploaded(user, 'selfie');
    expect(outcomeOf(await desk.look(`document_id=${selfie.id}&original=true&reason=Because`))).toBe(
      '400 VALIDATION_ERROR',
    );
    await platform.sql(
      `UPDATE sessions SET proved_at = proved_at - interval '31 minutes' WHERE user_id = $1`,
      [colleague.id],
    );
    await platform.sessionChangesProcessed();
    const late = await desk.look(`${original}&reason=Because`, colleague);
    expect([outcomeOf(late), late.body.step_up]).toEqual(['401 TOTP_REQUIRED', true]);
  });

  it('is never of one’s own documents', async () => {
    const { id } = await desk.uploaded(reviewer, 'passport');
    for (const action of ['claim', 'approve', 'reject'])
      expect(outcomeOf(await desk.act(action, id, { reason: 'Mine' }))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.look(`document_id=${id}`))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await desk.approve(id, {}, colleague))).toBe('200 OK');
    expect(outcomeOf(await desk.act('revoke', id, { reason: 'Mine' }))).toBe('403 FORBIDDEN');
  });

  it('is not of a second account with the mailbox or phone number of the reviewer', async () => {
    const mailbox = reviewer.email.replace('@', '+private@');
    const [second, third] = [await platform.signUp({ email: mailbox }), await platform.signUp()];
    await platform.sql(
      `UPDATE users SET phone = '+2348030001122', phone_verified_at = CASE id WHEN $1 THEN now() END
        WHERE id IN ($1, $2)`,
      [reviewer.id, third.id],
    );
    for (const account of [second, third]) {
      const { id } = await desk.uploaded(account, 'passport');
      expect(outcomeOf(await desk.approve(id))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await desk.approve(id, {}, colleague))).toBe('200 OK');
    }
  });

  it('keeps the type closed after a final rejection until it is reopened; the note stays with staff', async () => {
    const user = await platform.signUp();
    const { id } = await desk.uploaded(user, 'passport');
    const rejection = { reason: 'The picture is blurred', staff_note: 'Looks forged', final: true };
    expect((await desk.act('reject', id, rejection)).body).toMatchObject({ status: 'rejected', final: true });
    const status = await desk.statusOf(user);
    expect(status.tiers[0].documents[0]).toMatchObject({
      status: 'rejected',
      reject_reason: 'The picture is blurred',
      can_retry: false,
    });
    expect(JSON.stringify(status)).not.toContain('forged');
    expect(outcomeOf(await upload(platform, await picture(), user))).toBe('409 INVALID_STATE');
    expect(outcomeOf(await desk.act('reopen', id, { reason: 'A new passport' }))).toBe('200 OK');
    expect(outcomeOf(await desk.act('reopen', id, { reason: 'A new passport' }))).toBe('409 INVALID_STATE');
    await desk.uploaded(user, 'passport');
    const leaks = await platform.sql(`SELECT 1 FROM outbox WHERE payload::text LIKE '%forged%'`);
    expect(leaks).toEqual([]);
  });

  it('lowers a level by revoking, not by rejecting a renewal', async () => {
    const user = await desk.atLevelOne();
    const renewal = await desk.uploaded(user, 'passport');
    expect((await desk.act('reject', renewal.id, { reason: 'Blurred' })).body.level).toBe(1);
    const all = await desk.queue(`&status=all&user_id=${user.id}`);
    expect(all.map(({ doc_type, status }) => [doc_type, status])).toEqual([
      ['passport', 'approved'],
      ['selfie', 'approved'],
      ['passport', 'rejected'],
    ]);
    const [passport] = await desk.queue(`&status=approved&user_id=${user.id}`);
    const held = await desk.act('revoke', String(passport!.document_id), { reason: 'It was forged' });
    expect([held.status, (await desk.statusOf(user)).level]).toEqual([202, 1]);
    const revoked = await new ApprovalsDesk(platform).carriedOut(await platform.staff('compliance'), held);
    expect(revoked.body.result).toMatchObject({ status: 'revoked', level: 0 });
    const status = await desk.statusOf(user);
    expect(status).toMatchObject({ level: 0, status: 'rejected' });
    expect(status.tiers[0].documents.map((one: { status: string }) => one.status).sort()).toEqual([
      ...['approved', 'rejected', 'rejected'],
    ]);
  });
});
