import { randomUUID } from 'node:crypto';
import { Bvn } from '@app/kyc';
import { Commands } from '@app/write-path';
import { BvnSecretsService } from '../../../libs/kyc/src/bvn/bvn-secrets.service';
import { BeginBvnVerification } from '../../../libs/kyc/src/bvn/commands/begin-bvn-verification';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { answerOf, BvnTrials, freshNumber, NUMBERS, PENDING, REVIEW, VERIFIED } from './bvns';

let platform: Platform;
let bvns: BvnTrials;
let compliance: TestStaff;

beforeAll(async () => {
  platform = await startPlatform({ apps: ['business', 'sandbox', 'scheduler'] });
  await platform.holdJobs();
  bvns = new BvnTrials(platform);
  compliance = await platform.staff('compliance');
});
afterAll(() => platform?.stop());
afterEach(() => bvns.faults('DELETE'));

/** The person's answer on the simulated consent page. */
const consent = (url: string, decision: 'approve' | 'decline') =>
  fetch(`${platform.urls.sandbox}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ decision }),
  });

describe('a verification that waits', () => {
  it('is queried while it waits for the registry, never started again, and ends with a notice', async () => {
    const ada = await bvns.person();
    const starts = await bvns.countStarts();
    expect(answerOf(await bvns.verify(ada, NUMBERS.slow))).toEqual(PENDING);
    expect(answerOf(await bvns.verify(ada, NUMBERS.slow))).toEqual(PENDING);
    platform.clock.advance({ minutes: 2 });
    await platform.runJobs();
    expect(await bvns.statusesOf(ada)).toEqual(['verified']);
    expect(await bvns.countStarts()).toBe(starts + 1);
    expect(await bvns.noticesOf(ada)).toContain('kyc.bvn-verified');
  });

  it.each([
    ['approve', 'verified', 'kyc.bvn-verified'],
    ['decline', 'mismatch', 'kyc.bvn-not-verified'],
  ] as const)(
    'waits for consent: %s, and the event of the company ends it',
    async (decision, status, notice) => {
      const ada = await bvns.person();
      const answer = await bvns.verify(ada, NUMBERS.consent);
      expect(answerOf(answer)).toEqual(PENDING);
      const repeated = await bvns.verify(ada, NUMBERS.consent);
      expect(repeated.body.consent_url).toBe(answer.body.consent_url);
      const page = await fetch(`${platform.urls.sandbox}${new URL(answer.body.consent_url).pathname}`);
      expect(await page.text()).toContain('Share your BVN record');
      await consent(answer.body.consent_url, decision);
      await eventually(async () => (await bvns.statusesOf(ada)).at(-1) === status || undefined);
      expect(await bvns.noticesOf(ada)).toContain(notice);
      // The number is free for the next test.
      await platform.sql(
        `UPDATE bvn_verifications SET status = 'mismatch', bvn_hmac = NULL, details_ciphertext = NULL WHERE user_id = $1`,
        [ada.id],
      );
    },
  );

  it('ends after a day if the consent never comes', async () => {
    const ada = await bvns.person();
    await bvns.verify(ada, NUMBERS.consent);
    await bvns.age(ada, '25 hours');
    await platform.runJobs();
    expect((await bvns.rowsOf(ada)).map(({ outcome }) => outcome)).toEqual(['expired']);
  });

  it('gives way to another number, and counts', async () => {
    const ada = await bvns.person();
    await bvns.verify(ada, NUMBERS.consent);
    expect(answerOf(await bvns.verify(ada, freshNumber()))).toEqual(VERIFIED);
    expect((await bvns.rowsOf(ada)).map(({ outcome }) => outcome)).toEqual(['replaced', null]);
  });
});

describe('an answer that is lost', () => {
  it('is 502 for an order and counts no try, and the event of the lost order changes nothing', async () => {
    const ada = await bvns.person();
    await bvns.faults('POST', { kind: 'drop-connection', operation: 'charge' });
    expect(outcomeOf(await bvns.verify(ada, freshNumber()))).toBe('502 GATEWAY_ERROR');
    expect(await bvns.statusesOf(ada)).toEqual(['failed']);
    const [{ reference }] = (await platform.sql<{ reference: string }>(
      'SELECT reference FROM simulator.bvn_verifications ORDER BY id DESC LIMIT 1',
    )) as [{ reference: string }];
    expect((await bvns.event(reference)).status).toBe(200);
    expect(await bvns.statusesOf(ada)).toEqual(['failed']);
  });

  it('leaves the verification pending after a question, which is asked again', async () => {
    const ada = await bvns.person();
    const starts = await bvns.countStarts();
    await bvns.faults('POST', { kind: 'drop-connection', operation: 'verify', times: 2 });
    expect(answerOf(await bvns.verify(ada, freshNumber()))).toEqual(PENDING);
    const [{ reference }] = (await platform.sql<{ reference: string }>(
      'SELECT reference FROM bvn_verifications WHERE user_id = $1',
      [ada.id],
    )) as [{ reference: string }];
    await bvns.faults('POST', { kind: '503-before', operation: 'verify', times: 2 });
    expect((await bvns.event(reference)).status).toBe(502);
    expect((await bvns.event(reference)).status).toBe(200);
    expect((await bvns.event(reference)).status).toBe(200);
    expect(await bvns.statusesOf(ada)).toEqual(['verified']);
    expect(await bvns.countStarts()).toBe(starts + 1);
  });

  it('is given up after 90 seconds if its process died, and the number can be sent again', async () => {
    const ada = await bvns.person();
    const number = freshNumber();
    const bvnHmac = platform.inside('business', BvnSecretsService).hmacOf(new Bvn(number));
    // The request of a process that was killed before it called the company.
    await platform
      .inside('business', Commands)
      .execute(new BeginBvnVerification({ userId: ada.id, bvnHmac, dateOfBirth: null }));
    expect(answerOf(await bvns.verify(ada, number))).toEqual(PENDING);
    expect(outcomeOf(await bvns.verify(ada, freshNumber()))).toBe('409 INVALID_STATE');
    platform.clock.advance({ seconds: 91 });
    await platform.runJobs();
    expect(await bvns.statusesOf(ada)).toEqual(['failed']);
    expect(answerOf(await bvns.verify(ada, number))).toEqual(VERIFIED);
  });
});

describe('a name that nearly matches', () => {
  const staffPost = (by: { token: string }, action: string, body: object) =>
    platform.post('business', `admin.php?section=kyc&action=${action}`, body, { token: by.token });
  const queue = async () => {
    const path = 'admin.php?section=kyc&action=bvn-queue&per_page=100';
    const { body } = await platform.get('business', path, { token: compliance.token });
    return body.data.data as { verification_id: string; user_id: string; why: string }[];
  };
  const reviewOf = async (user: TestUser) => {
    expect(answerOf(await bvns.verify(user, NUMBERS.nearly))).toEqual(REVIEW);
    return (await queue()).find(({ user_id }) => user_id === user.id)!.verification_id;
  };

  it('waits for staff, who see both names and approve', async () => {
    const ada = await bvns.person();
    const verification_id = await reviewOf(ada);
    expect(outcomeOf(await bvns.verify(ada, freshNumber()))).toBe('409 INVALID_STATE');
    const path = `admin.php?section=kyc&action=bvn-show&verification_id=${verification_id}`;
    const shown = await platform.get('business', path, { token: compliance.token });
    expect(shown.body).toMatchObject({
      user_id: ada.id,
      why: 'names',
      account_name: 'Ada Okafor',
      registry_name: 'Ada Okaforr',
    });
    const decision = { verification_id, reason: 'Passport seen' };
    const decided = await Promise.all([1, 2].map(() => staffPost(compliance, 'bvn-approve', decision)));
    expect(decided.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE']);
    expect(await bvns.isVerified(ada)).toBe(true);
    expect(await bvns.noticesOf(ada)).toContain('kyc.bvn-verified');
    const late = await platform.get('business', path, { token: compliance.token });
    expect(outcomeOf(late)).toBe('409 INVALID_STATE');
    const audit = await platform.sql<{ action: string; reason: string | null }>(
      'SELECT action, reason FROM audit_log WHERE subject = $1 ORDER BY id',
      [verification_id],
    );
    expect(audit).toEqual([
      { action: 'kyc.bvn-show', reason: null },
      { action: 'kyc.bvn-approve', reason: 'Passport seen' },
      { action: 'kyc.bvn-show', reason: null },
    ]);
  });

  it('is not approved for names that the account has taken since', async () => {
    const ada = await bvns.person();
    const decision = { verification_id: await reviewOf(ada), reason: 'Passport seen' };
    await platform.sql(`UPDATE users SET last_name = 'Eze' WHERE id = $1`, [ada.id]);
    expect(outcomeOf(await staffPost(compliance, 'bvn-approve', decision))).toBe('409 INVALID_STATE');
    expect(await bvns.isVerified(ada)).toBe(false);
    expect(outcomeOf(await staffPost(compliance, 'bvn-reject', decision))).toBe('200 OK');
  });

  it('is a mismatch where staff reject it', async () => {
    const ada = await bvns.person();
    const decision = { verification_id: await reviewOf(ada), reason: 'Another person' };
    expect(outcomeOf(await staffPost(compliance, 'bvn-reject', decision))).toBe('200 OK');
    expect(await bvns.rowsOf(ada)).toEqual([
      { status: 'mismatch', outcome: 'staff', hashed: false, sealed: false },
    ]);
    expect(await bvns.noticesOf(ada)).toContain('kyc.bvn-not-verified');
  });

  it("is decided by compliance only, and never one's own", async () => {
    const verification_id = await reviewOf(compliance as unknown as TestUser);
    const decision = { verification_id, reason: 'It is me' };
    expect(outcomeOf(await staffPost(compliance, 'bvn-approve', decision))).toBe('403 FORBIDDEN');
    const colleague = await platform.staff('compliance');
    const mailbox = compliance.email.replace('@', '+other@');
    await platform.sql('UPDATE users SET email = $2 WHERE id = $1', [colleague.id, mailbox]);
    expect(outcomeOf(await staffPost(colleague, 'bvn-approve', decision))).toBe('403 FORBIDDEN');
    const support = await platform.staff('support');
    expect(outcomeOf(await staffPost(support, 'bvn-approve', decision))).toBe('403 FORBIDDEN');
    const unknown = { verification_id: randomUUID(), reason: 'Nothing there' };
    expect(outcomeOf(await staffPost(compliance, 'bvn-approve', unknown))).toBe('404 NOT_FOUND');
  });
});
