import { FailuresService } from '../../../libs/simulator/src/failures/failures.service';
import { CARDS, cardOf } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { HeldLock } from '../../support/held-lock';
import type { HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { versionsAtRest } from '../../support/tables';
const TRANSFER = 'wallet.php?action=transfer';
const CHARGE = 'deposit.php?action=charge-card-gw';

describe('A dry run under an idempotency key', () => {
  let platform: Platform;
  let user: TestUser;
  let other: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', GATEWAY_TIMEOUT_SECONDS: '100' } });
    [user, other] = [await platform.signUp(), await platform.signUp()];
    await platform.fund(user, 'NGN', '1000.00');
    // Starts the sandbox, which has the card company.
    await send(CHARGE, charge(10), 'warm-up');
  });
  afterAll(() => platform?.proveAndStop());

  const send = (path: string, body: object, key: string, headers = {}): Promise<HttpAnswer> =>
    platform.post('business', path, body, {
      token: user.token,
      headers: { 'x-idempotency-key': key, ...headers },
    });
  const tryOut = (path: string, body: object, key: string) => send(path, body, key, { 'x-dry-run': 'true' });
  const transfer = (amount: number) => ({ recipient: other.usertag, amount, pin: user.pin });
  const charge = (amount: number) => ({ amount, currency: 'NGN', card: cardOf(CARDS.approved) });
  const seen = ({ status, text, headers }: HttpAnswer) => ({
    status,
    text,
    replayed: headers.get('idempotency-replayed'),
  });

  /** An action that commits once, and one that calls another company in between. */
  const actions = [
    ['a transfer', TRANSFER, transfer],
    ['a card charge', CHARGE, charge],
  ] as const;

  it.each(actions)('returns the result of %s that was made, like a repeat', async (_, path, of) => {
    const first = await send(path, of(10), `made-${path}`);
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    const before = await versionsAtRest(platform);
    const dry = await tryOut(path, of(10), `made-${path}`);
    expect(seen(dry)).toEqual({ status: 200, text: first.text, replayed: 'true' });
    expect(dry.headers.get('x-dry-run')).toBe('true');
    expect(dry.body.dry_run).toBeUndefined();
    const repeated = await send(path, of(10), `made-${path}`);
    expect(seen(repeated)).toEqual(seen(dry));
    expect(await versionsAtRest(platform, before)).toEqual(before);
  });

  it.each(actions)('conflicts for %s with another request under that key', async (_, path, of) => {
    await send(path, of(10), `other-${path}`);
    const before = await versionsAtRest(platform);
    for (const [asked, body] of [
      [path, of(11)],
      ['wallet.php?action=create-wallet', { currency: 'KES' }],
    ] as const) {
      const dry = await tryOut(asked, body, `other-${path}`);
      const real = await send(asked, body, `other-${path}`);
      expect(dry).toMatchObject({ status: 409, body: { error_code: 'IDEMPOTENCY_CONFLICT' } });
      expect({ ...dry.body, request_id: '' }).toEqual({ ...real.body, request_id: '' });
    }
    expect(await versionsAtRest(platform, before)).toEqual(before);
  });

  it('reports a refusal of its first request, though it could be done by now', async () => {
    const refused = await send(TRANSFER, transfer(5000), 'refused');
    expect(refused.body.error_code).toBe('INSUFFICIENT_FUNDS');
    await platform.fund(user, 'NGN', '5000.00');
    expect(seen(await tryOut(TRANSFER, transfer(5000), 'refused'))).toEqual({
      status: 400,
      text: refused.text,
      replayed: 'true',
    });
  });

  it('is held up by a wrong PIN before the key is asked', async () => {
    await send(TRANSFER, transfer(10), 'behind-the-pin');
    const answer = await tryOut(TRANSFER, { ...transfer(10), pin: '0000' }, 'behind-the-pin');
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'INVALID_PIN' } });
  });

  it('counts as a request where one that repeats another does not', async () => {
    const left = async (answer: Promise<HttpAnswer>) =>
      Number((await answer).headers.get('x-ratelimit-remaining'));
    const [first, repeated] = [
      await left(send(TRANSFER, transfer(10), 'counted')),
      await left(send(TRANSFER, transfer(10), 'counted')),
    ];
    expect(repeated).toBe(first);
    expect(await left(tryOut(TRANSFER, transfer(10), 'counted'))).toBe(first - 1);
  });

  /** Holds a key as a commit does that has not come to its end. */
  const holding = (key: string): Promise<HeldLock> =>
    HeldLock.take(platform.config.env.DATABASE_URL, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${user.id}${key}`,
    ]);

  it('answers that its first request is still running while that does not commit', async () => {
    const held = await holding('held');
    expect(await tryOut(TRANSFER, transfer(10), 'held')).toMatchObject({
      status: 409,
      body: { error_code: 'IDEMPOTENCY_IN_PROGRESS', retry_after: 2 },
    });
    await held.release();
  });

  it('waits for its first request if that ends meanwhile', async () => {
    const held = await holding('let-go');
    const [{ now }] = (await platform.sql('SELECT clock_timestamp() AS now')) as [{ now: Date }];
    const asked = tryOut(TRANSFER, transfer(10), 'let-go');
    const looked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query_start > $1
                       AND query LIKE '%pg_try_advisory_xact_lock_shared(%' AND pid <> pg_backend_pid()`;
    await eventually(async () => (await platform.sql(looked, [now]))[0]);
    await held.release();
    expect(await asked).toMatchObject({ status: 200, body: { dry_run: true } });
  });

  /** A card charge that was begun and has reached the company, which answers once it is released. */
  async function begun(key: string): Promise<{ first: Promise<HttpAnswer>; release: () => void }> {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const failures = platform.inside('sandbox', FailuresService);
    const consume = failures.consume.bind(failures);
    const reached = new Promise<void>((resolve) => {
      const spy = jest.spyOn(failures, 'consume').mockImplementation(async (mode, operation) => {
        if (operation !== 'charge') return consume(mode, operation);
        spy.mockRestore();
        resolve();
        await released;
        return new Map();
      });
    });
    const first = send(CHARGE, charge(10), key);
    await reached;
    return { first, release };
  }

  it('answers that its first request is still running while that waits for the gateway', async () => {
    const { first, release } = await begun('slow');
    expect(await tryOut(CHARGE, charge(10), 'slow')).toMatchObject({
      status: 409,
      body: { error_code: 'IDEMPOTENCY_IN_PROGRESS', retry_after: 2 },
    });
    release();
    expect((await first).status).toBe(200);
  });

  it('goes on with what its first request began if that counts as dead, as that request would', async () => {
    const { first, release } = await begun('dead');
    await platform.sql(
      `UPDATE idempotency_keys SET created_at = created_at - interval '61 s' WHERE key = 'dead'`,
    );
    const dry = await tryOut(CHARGE, charge(10), 'dead');
    release();
    const { status, body } = await first;
    expect(status).toBe(200);
    expect(dry).toMatchObject({ status: 200, body: { tx_ref: body.tx_ref, dry_run: true } });
  });

  it('is tried as a new one if its first request died before it began anything', async () => {
    await platform.sql(
      `INSERT INTO idempotency_keys (principal_id, key, operation, fingerprint, claim, created_at)
       SELECT principal_id, 'claimed', operation, fingerprint, gen_random_uuid(), created_at - interval '61 s'
         FROM idempotency_keys WHERE key = 'dead'`,
    );
    const { body } = await send(CHARGE, charge(10), 'dead');
    const dry = await tryOut(CHARGE, charge(10), 'claimed');
    expect(dry).toMatchObject({ status: 200, body: { dry_run: true } });
    expect(dry.body.tx_ref).not.toBe(body.tx_ref);
  });
});
