import { randomUUID } from 'node:crypto';
import { sha256 } from '@app/kernel';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { HeldLock } from '../../support/held-lock';
import { takeLog } from '../../support/log-lines';
import { KycDesk } from '../../support/kyc-desk';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { answerOf, BvnTrials, freshNumber, MISMATCH, NUMBERS, PENDING, REVIEW, VERIFIED } from './bvns';

let platform: Platform;
let bvns: BvnTrials;
let tester: TestUser;
/** Of all tests of this file. */
let log: ReturnType<typeof takeLog>;

beforeAll(async () => {
  log = takeLog();
  platform = await startPlatform({
    apps: ['business', 'sandbox', 'scheduler'],
    env: { LOG_LEVEL: 'debug' },
  });
  await platform.holdJobs();
  bvns = new BvnTrials(platform);
  tester = await bvns.person();
});
afterAll(async () => {
  await platform?.stop();
  log.restore();
});

describe('verify-bvn', () => {
  it('verifies a number that matches the account, as text or as a whole number', async () => {
    const [ada, other] = [await bvns.person(), await bvns.person()];
    expect(answerOf(await bvns.verify(ada, freshNumber()))).toEqual(VERIFIED);
    expect(answerOf(await bvns.verify(other, Number(freshNumber())))).toEqual(VERIFIED);
    expect(await bvns.rowsOf(ada)).toEqual([
      { status: 'verified', outcome: null, hashed: true, sealed: true },
    ]);
    expect(await bvns.isVerified(ada)).toBe(true);
    const status = await platform.get('business', 'kyc.php?action=status', { token: ada.token });
    expect(status.body.bvn_verified).toBe(true);
    expect(await bvns.noticesOf(ada)).toContain('kyc.bvn-verified');
  });

  it('accepts names and a birth date of the account, and refuses other names without a try', async () => {
    const ada = await bvns.person();
    const number = freshNumber();
    for (const fields of [{ first_name: 'Ngozi' }, { last_name: 'Eze', first_name: 'Ada' }]) {
      const refused = await bvns.verify(ada, number, fields);
      expect([outcomeOf(refused), refused.body.errors[0].field]).toEqual([
        '400 VALIDATION_ERROR',
        Object.keys(fields)[0],
      ]);
    }
    const tomorrow = new Date(platform.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    for (const date_of_birth of [tomorrow, '1899-12-31', '1990-02-30', '31.01.1990']) {
      const refused = await bvns.verify(ada, number, { date_of_birth });
      expect([date_of_birth, outcomeOf(refused), refused.body.errors[0].field]).toEqual([
        date_of_birth,
        '400 VALIDATION_ERROR',
        'date_of_birth',
      ]);
    }
    expect(await bvns.rowsOf(ada)).toEqual([]);
    const same = { first_name: 'ADA', last_name: 'okafor', date_of_birth: '1990-01-31' };
    expect(answerOf(await bvns.verify(ada, number, same))).toEqual(VERIFIED);
  });

  it('answers a verified number again, and refuses another one', async () => {
    const ada = await bvns.person();
    const number = freshNumber();
    await bvns.verify(ada, number);
    const starts = await bvns.countStarts();
    expect(answerOf(await bvns.verify(ada, number))).toEqual(VERIFIED);
    expect(outcomeOf(await bvns.verify(ada, freshNumber()))).toBe('409 INVALID_STATE');
    expect(await bvns.countStarts()).toBe(starts);
  });

  it('answers a mismatch and an unknown number alike', async () => {
    const cases: [string, object, string][] = [
      [NUMBERS.unknown, {}, 'unknown'],
      [NUMBERS.otherNames, {}, 'names'],
      [NUMBERS.otherBirthDate, { date_of_birth: '1990-01-31' }, 'birth-date'],
    ];
    const answers = new Set<string>();
    for (const [number, fields, outcome] of cases) {
      const ada = await bvns.person();
      const answer = await bvns.verify(ada, number, fields);
      expect(answerOf(answer)).toEqual(MISMATCH);
      answers.add(answer.text);
      expect(await bvns.rowsOf(ada)).toEqual([{ status: 'mismatch', outcome, hashed: false, sealed: false }]);
      expect(await bvns.isVerified(ada)).toBe(false);
    }
    expect(answers.size).toBe(1);
  });

  it.each([
    ['no number', undefined],
    ['ten digits', '1234567890'],
    ['letters', '2212345678x'],
    ['an object', { $ne: 1 }],
    ['null bytes', '22123456\u000089'],
    ['very long text', '2'.repeat(10_000)],
    ['a fraction', 22123456789.5],
  ])('refuses %s', async (_, bvn) => {
    const answer = await bvns.verify(tester, bvn);
    expect([outcomeOf(answer), answer.body.errors[0].field]).toEqual(['400 VALIDATION_ERROR', 'bvn']);
  });

  it('requires a session and a proved e-mail address', async () => {
    const merchant = await platform.merchant();
    const byKey = await bvns.verify({ token: '' }, freshNumber(), {}, { key: merchant.live.secret_key });
    expect(outcomeOf(byKey)).toBe('403 SESSION_REQUIRED');
    const ada = await bvns.person();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [ada.id]);
    expect(outcomeOf(await bvns.verify(ada, freshNumber()))).toBe('403 KYC_REQUIRED');
  });

  it('changes nothing in a dry run, and orders nothing', async () => {
    const ada = await bvns.person();
    const starts = await bvns.countStarts();
    const dry = await bvns.verify(ada, freshNumber(), {}, { headers: { 'x-dry-run': 'true' } });
    expect(answerOf(dry)).toEqual(PENDING);
    expect([await bvns.rowsOf(ada), await bvns.countStarts()]).toEqual([[], starts]);
  });
});

describe('the limits of verify-bvn', () => {
  it('are three a day and five in 30 days, also for requests at once', async () => {
    const ada = await bvns.person();
    const outcomes: string[] = [];
    // Other numbers at once are refused while one is looked up, so each round counts at most once per turn.
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        [NUMBERS.unknown, NUMBERS.otherNames, NUMBERS.unknown].map((number) => bvns.verify(ada, number)),
      );
      outcomes.push(...answers.map(outcomeOf));
    }
    expect((await bvns.statusesOf(ada)).filter((status) => status === 'mismatch')).toHaveLength(3);
    expect(outcomes.at(-1)).toBe('400 LIMIT_REACHED');
    expect(outcomeOf(await bvns.verify(ada, freshNumber()))).toBe('400 LIMIT_REACHED');

    await bvns.age(ada, '1 day 1 minute');
    expect(answerOf(await bvns.verify(ada, NUMBERS.unknown))).toEqual(MISMATCH);
    expect(answerOf(await bvns.verify(ada, NUMBERS.unknown))).toEqual(MISMATCH);
    expect(outcomeOf(await bvns.verify(ada, freshNumber()))).toBe('400 LIMIT_REACHED');
    await bvns.age(ada, '30 days');
    expect(answerOf(await bvns.verify(ada, freshNumber()))).toEqual(VERIFIED);
  });

  it('do not count a company that does not answer, up to 20 a day', async () => {
    const ada = await bvns.person();
    const away = await bvns.verify(ada, NUMBERS.away);
    expect([outcomeOf(away), away.body.retry_after]).toEqual(['502 GATEWAY_ERROR', 60]);
    expect(await bvns.rowsOf(ada)).toEqual([
      { status: 'failed', outcome: 'no-answer', hashed: false, sealed: false },
    ]);
    for (let n = 1; n < 20; n++)
      expect(outcomeOf(await bvns.verify(ada, NUMBERS.away))).toBe('502 GATEWAY_ERROR');
    expect(outcomeOf(await bvns.verify(ada, NUMBERS.away))).toBe('400 LIMIT_REACHED');
    await bvns.age(ada, '1 day 1 minute');
    expect(answerOf(await bvns.verify(ada, freshNumber()))).toEqual(VERIFIED);
  });
});

describe('one number on two accounts', () => {
  it('is refused for the second', async () => {
    const number = freshNumber();
    const [ada, twin] = [await bvns.person(), await bvns.person()];
    expect(answerOf(await bvns.verify(ada, number))).toEqual(VERIFIED);
    expect(outcomeOf(await bvns.verify(twin, number))).toBe('409 CONFLICT');
    expect(await bvns.rowsOf(twin)).toEqual([
      { status: 'mismatch', outcome: 'taken', hashed: false, sealed: false },
    ]);
    expect(await bvns.isVerified(twin)).toBe(false);
  });

  it('is verified for one of two at once', async () => {
    const people = await Promise.all([1, 2, 3].map(() => bvns.person()));
    const number = freshNumber();
    const answers = await Promise.all(people.map((one) => bvns.verify(one, number)));
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 CONFLICT', '409 CONFLICT']);
    const [{ n }] = (await platform.sql<{ n: string }>(
      `SELECT count(*) AS n FROM users WHERE bvn_verified_at IS NOT NULL AND id = ANY($1)`,
      [people.map(({ id }) => id)],
    )) as [{ n: string }];
    expect(n).toBe('1');
  });
});

describe('the same number twice at once', () => {
  it('is looked up once', async () => {
    const ada = await bvns.person();
    const starts = await bvns.countStarts();
    const number = freshNumber();
    const answers = await Promise.all([1, 2, 3, 4].map(() => bvns.verify(ada, number)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await bvns.countStarts()).toBe(starts + 1);
    expect(answerOf(await bvns.verify(ada, number))).toEqual(VERIFIED);
  });

  it('is not looked up again where the first lookup ends before the second is committed', async () => {
    const ada = await bvns.person();
    const number = freshNumber();
    await bvns.verify(ada, number);
    const starts = await bvns.countStarts();
    const ended = await bvns.takeBack(ada);
    const name = `BVN verifications of ${ada.id}`;
    const statement = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
    const lock = await HeldLock.take(platform.config.env.DATABASE_URL, statement, [name]);
    const second = bvns.verify(ada, number);
    await lock.awaited();
    await ended.restore();
    await lock.release();
    expect(answerOf(await second)).toEqual(VERIFIED);
    expect(await bvns.countStarts()).toBe(starts);
  });

  it('gets one answer with one idempotency key', async () => {
    const ada = await bvns.person();
    const number = freshNumber();
    const once = { idempotencyKey: randomUUID() };
    const first = await bvns.verify(ada, number, {}, once);
    const second = await bvns.verify(ada, number, {}, once);
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(outcomeOf(await bvns.verify(ada, freshNumber(), {}, once))).toBe('409 IDEMPOTENCY_CONFLICT');
  });
});

it('a number and its plain hash reach no table, log, event, mail or idempotency record', async () => {
  const canaries = [...Object.values(NUMBERS), freshNumber(), freshNumber()];
  for (const [index, number] of canaries.entries()) {
    // The last is sent in a request that is refused, the one before it under an idempotency key.
    const fields = index === canaries.length - 1 ? { first_name: 'Else' } : {};
    const options = index >= canaries.length - 2 ? { idempotencyKey: randomUUID() } : {};
    await bvns.verify(await bvns.person(), number, fields, options);
  }
  await platform.runJobs();
  await eventually(async () => {
    const left = await platform.sql('SELECT FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL');
    return left.length === 0 || undefined;
  });
  expect(await hitsOf(canaries)).toEqual([]);
  const logged = log.lines.join('');
  expect(logged).toContain('verify-bvn');
  expect(canaries.filter((number) => logged.includes(number))).toEqual([]);
});

/** Rows of every table that contain one of the numbers, as text, as bytes, or as a hash without a key. */
async function hitsOf(numbers: readonly string[]): Promise<string[]> {
  const tables = await platform.sql<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const pattern = numbers
    .flatMap((number) => [number, Buffer.from(number).toString('hex'), sha256(number).toString('hex')])
    .join('|');
  const hits: string[] = [];
  for (const { name } of tables) {
    const rows = await platform.sql<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t WHERE t::text ~ $1`,
      [pattern],
    );
    hits.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return hits;
}

describe('A changed name', () => {
  const rename = ({ token }: { token: string }, first_name: string, last_name = 'Okafor') =>
    platform.post('business', 'settings.php?action=update-profile', { first_name, last_name }, { token });
  const staffPost = ({ token }: TestStaff, action: string, change_id: string, reason = 'Saw the papers') =>
    platform.post('business', `admin.php?section=kyc&action=${action}`, { change_id, reason }, { token });
  const nameOf = async ({ token }: TestUser) => {
    const { body } = await platform.get('business', 'auth.php?action=profile', { token });
    return `${body.user.first_name} ${body.user.last_name}`;
  };
  const levelOf = async ({ token }: TestUser) =>
    (await platform.get('business', 'kyc.php?action=status', { token })).body.level as number;

  let compliance: TestStaff;
  beforeAll(async () => (compliance = await platform.staff('compliance')));

  /** The waiting change of the person, after all events are handled. */
  async function waitingOf(person: { id: string }): Promise<Record<string, unknown> | undefined> {
    await platform.runJobs();
    const path = 'admin.php?section=kyc&action=name-queue&per_page=100';
    const { body } = await platform.get('business', path, { token: compliance.token });
    return (body.data.data as Record<string, unknown>[]).find(({ user_id }) => user_id === person.id);
  }

  /** A person of level 2 with a verified BVN. */
  async function verified(): Promise<{ person: TestUser; number: string }> {
    const [person, number] = [await bvns.person(), freshNumber()];
    const desk = new KycDesk(platform, compliance);
    for (const docType of ['passport', 'selfie'])
      await desk.approve((await desk.uploaded(person, docType)).id);
    await desk.approve((await desk.uploaded(person, 'address_proof', 2)).id);
    expect(answerOf(await bvns.verify(person, number))).toEqual(VERIFIED);
    expect(await levelOf(person)).toBe(2);
    return { person, number };
  }

  it('waits for compliance, and the BVN counts again after it is looked up with the new name', async () => {
    const { person, number } = await verified();
    await rename(person, 'Àda', 'OKAFOR');
    expect([await waitingOf(person), await levelOf(person)]).toEqual([undefined, 2]);
    await rename(person, 'Adaeze');
    const change = await waitingOf(person);
    // What was reviewed last is the name in other letters.
    expect(change).toMatchObject({ name_before: 'Àda OKAFOR', name: 'Adaeze Okafor', bvn_check_open: true });
    expect([await bvns.isVerified(person), await levelOf(person)]).toEqual([false, 1]);
    expect(await bvns.noticesOf(person)).toContain('kyc.bvn-check-repeated');
    // The number stays that of this account.
    const other = await bvns.person();
    expect(answerOf(await bvns.verify(other, number))[0]).toBe(409);
    expect(outcomeOf(await bvns.verify(person, freshNumber()))).toBe('409 INVALID_STATE');
    expect(answerOf(await bvns.verify(person, number))).toEqual(VERIFIED);
    expect([await levelOf(person), (await bvns.statusesOf(person)).sort()]).toEqual([
      2,
      ['failed', 'verified'],
    ]);

    const support = await platform.staff('support');
    const id = change!.change_id as string;
    expect(outcomeOf(await staffPost(support, 'name-approve', id))).toBe('403 FORBIDDEN');
    const answers = await Promise.all([1, 2].map(() => staffPost(compliance, 'name-approve', id)));
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE']);
    expect([await waitingOf(person), await nameOf(person)]).toEqual([undefined, 'Adaeze Okafor']);
  });

  it('leaves the BVN in force if the registry has it too, and its rejection puts it in force again', async () => {
    const { person } = await verified();
    // The registry has the name `Ada Okafor`. One letter less, and then the correction of it.
    await rename(person, 'Ada', 'Okafo');
    expect([(await waitingOf(person))!.bvn_check_open, await levelOf(person)]).toEqual([true, 1]);
    await rename(person, 'Ada', 'Okafor');
    expect([await waitingOf(person), await bvns.isVerified(person), await levelOf(person)]).toEqual([
      undefined,
      true,
      2,
    ]);
    await rename(person, 'Eve');
    const change = await waitingOf(person);
    expect(await bvns.isVerified(person)).toBe(false);
    await staffPost(compliance, 'name-reject', change!.change_id as string);
    expect([await nameOf(person), await bvns.isVerified(person), await levelOf(person)]).toEqual([
      'Ada Okafor',
      true,
      2,
    ]);
  });

  it('counts too if staff accepted it beside that of the registry', async () => {
    const person = await bvns.person();
    expect(answerOf(await bvns.verify(person, NUMBERS.nearly))).toEqual(REVIEW);
    const queue = await platform.get('business', 'admin.php?section=kyc&action=bvn-queue&per_page=100', {
      token: compliance.token,
    });
    const waiting = (queue.body.data.data as { user_id: string; verification_id: string }[]).find(
      ({ user_id }) => user_id === person.id,
    );
    const { verification_id } = waiting!;
    const body = { verification_id, reason: 'Saw the papers' };
    const path = 'admin.php?section=kyc&action=bvn-approve';
    expect((await platform.post('business', path, body, { token: compliance.token })).status).toBe(200);
    await rename(person, 'Eve');
    await waitingOf(person);
    expect(await bvns.isVerified(person)).toBe(false);
    await rename(person, 'Ada');
    expect([await waitingOf(person), await bvns.isVerified(person)]).toEqual([undefined, true]);
  });

  it('is one review for several changes, and none after a change back', async () => {
    const { person } = await verified();
    await rename(person, 'Eve');
    const first = await waitingOf(person);
    await rename(person, 'Zoe');
    const second = await waitingOf(person);
    expect(second).toMatchObject({ name_before: 'Ada Okafor', name: 'Zoe Okafor' });
    expect(outcomeOf(await staffPost(compliance, 'name-reject', first!.change_id as string))).toBe(
      '409 INVALID_STATE',
    );
    await rename(person, 'Ada');
    expect(await waitingOf(person)).toBeUndefined();
  });

  it('is changed back by a rejection, with the reason for the person', async () => {
    const { person } = await verified();
    await rename(person, 'Eve');
    const change = await waitingOf(person);
    const reason = 'The papers are missing.';
    expect((await staffPost(compliance, 'name-reject', change!.change_id as string, reason)).status).toBe(
      200,
    );
    expect(await nameOf(person)).toBe('Ada Okafor');
    expect(await waitingOf(person)).toBeUndefined();
    const notices = await platform.sql(
      `SELECT body FROM notifications WHERE owner_id = $1 AND type = 'kyc.name-rejected'`,
      [person.id],
    );
    expect(notices).toEqual([{ body: expect.stringContaining(reason) as string }]);
  });

  it('is reviewed by a colleague for a member of staff', async () => {
    await platform.sql(`UPDATE users SET kyc_status = 'approved' WHERE id = $1`, [compliance.id]);
    await rename(compliance, 'Boss');
    const change = await waitingOf(compliance);
    const id = change!.change_id as string;
    expect(outcomeOf(await staffPost(compliance, 'name-approve', id))).toBe('403 FORBIDDEN');
    const colleague = await platform.staff('compliance');
    const setMailbox = (email: string) =>
      platform.sql('UPDATE users SET email = $2 WHERE id = $1', [compliance.id, email]);
    await setMailbox(colleague.email.replace('@', '+other@'));
    expect(outcomeOf(await staffPost(colleague, 'name-approve', id))).toBe('403 FORBIDDEN');
    await setMailbox(compliance.email);
    expect((await staffPost(colleague, 'name-approve', id)).status).toBe(200);
  });
});
