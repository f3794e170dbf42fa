import { cardOf, CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { takeLog } from '../../support/log-lines';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank, Depositor, OTP, PIN } from './card-deposits';

let platform: Platform;
let bank: Bank;
let ada: Depositor;
let ben: Depositor;

beforeAll(async () => {
  platform = await startPlatform();
  bank = new Bank(platform);
  const [first, second] = [await platform.signUp(), await platform.signUp()];
  ada = new Depositor(platform, first.id, { token: first.token });
  ben = new Depositor(platform, second.id, { token: second.token });
});

afterEach(() => bank.clearFaults());

afterAll(async () => {
  try {
    await bank?.rest();
    await platform?.verifyBooks();
  } finally {
    await platform?.stop();
  }
});

/** Waits for the company's own report too, so that a second credit would show. */
async function creditsOnceReported(txRef: string): Promise<string[]> {
  await eventually(async () => {
    const [{ open }] = (await platform.sql<{ open: string }>(
      `SELECT count(*) AS open FROM simulator.events e JOIN simulator.charges c ON c.id = e.charge_id
        WHERE c.tx_ref LIKE $1 || '%' AND e.state <> 'sent'`,
      [txRef],
    )) as [{ open: string }];
    return open === '0';
  });
  return ada.credits(txRef);
}

describe('POST deposit.php?action=init', () => {
  it('opens a deposit: tx_ref, method, status pending, amount, currency', async () => {
    const { status, body } = await ada.init({ amount: 1234.5 });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      tx_ref: expect.stringMatching(/^dep_[0-9A-Za-z]{22}$/),
      method: 'gateway',
      status: 'pending',
      amount: 1234.5,
      currency: 'NGN',
    });
  });

  it.each(['auto', 'gateway'])('picks the gateway with method %s', async (method) => {
    expect((await ada.init({ method })).body.method).toBe('gateway');
  });

  it('takes the currency of the primary wallet where none is named', async () => {
    const { id, token } = await platform.signUp({ currency: 'GBP' });
    const { body } = await new Depositor(platform, id, { token }).init({ currency: undefined });
    expect(body.currency).toBe('GBP');
  });

  it('gives the address of a hosted page with method checkout', async () => {
    const { status, body } = await ada.init({
      method: 'checkout',
      redirect_url: 'https://shop.example/back',
    });
    expect([status, body.method, body.status]).toEqual([200, 'checkout', 'pending']);
    expect((await fetch(body.checkout_url)).status).toBe(200);
  });

  it('moves no money', async () => {
    const before = await ada.balance();
    await ada.init();
    expect(await ada.balance()).toBe(before);
  });

  it.each<[string, object]>([
    ['amount', { amount: 0 }],
    ['amount', { amount: -5 }],
    ['amount', { amount: '1.001' }],
    ['amount', { amount: 1e21 }],
    ['amount', { amount: [5] }],
    ['amount', { amount: undefined }],
    ['currency', { currency: 'XXX' }],
    ['method', { method: 'cash' }],
    ['redirect_url', { redirect_url: 'javascript:alert(1)' }],
    ['redirect_url', { redirect_url: 'https://user:pass@shop.example' }],
  ])('refuses a wrong %s (%j)', async (field, fields) => {
    const { status, body } = await ada.init(fields);
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.errors[0].field).toBe(field);
  });
});

describe('POST deposit.php?action=charge-card-gw', () => {
  it('an approved card credits the wallet at once, and once', async () => {
    const before = Number(await ada.balance());
    const { status, body } = await ada.charge(CARDS.approved, { amount: '50.25' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      tx_ref: expect.stringMatching(/^dep_/),
      gw_ref: expect.any(String),
      transaction_id: (await bank.transactions(body.tx_ref))[0]!.id,
      status: 'successful',
      auth_mode: null,
    });
    expect(Number(await ada.balance())).toBeCloseTo(before + 50.25, 2);
    expect(await creditsOnceReported(body.tx_ref)).toEqual(['5025']);
  });

  it('charges a deposit that was opened before, for its amount', async () => {
    const { body: opened } = await ada.init({ amount: 75 });
    const { body } = await ada.charge(CARDS.approved, { tx_ref: opened.tx_ref });
    expect(body).toMatchObject({ tx_ref: opened.tx_ref, status: 'successful' });
    expect(await ada.credits(opened.tx_ref)).toEqual(['7500']);
  });

  it('shows the deposit in the history, with its reference', async () => {
    const { id, token } = await platform.signUp();
    const { body } = await new Depositor(platform, id, { token }).charge(CARDS.approved);
    const history = await platform.get('business', 'wallet.php?action=history', { token });
    const [latest] = history.body.data.data;
    expect(latest).toMatchObject({
      type: 'deposit',
      direction: 'credit',
      amount: 50,
      reference: body.tx_ref,
    });
  });

  it('opens the wallet of a currency the owner had none in', async () => {
    expect(await ada.balance('CAD')).toBeNull();
    const { body } = await ada.charge(CARDS.approved, { currency: 'CAD' });
    expect(body.status).toBe('successful');
    expect(await ada.balance('CAD')).toBe('50.00');
  });

  it.each([
    ['insufficient funds', CARDS.insufficientFunds, 'Insufficient funds'],
    ['a generic decline', CARDS.declined, 'Declined by the bank'],
    ['any other number', '5555555555554444', 'Unknown card: the simulator accepts its test cards only'],
  ])('%s is 400 CARD_DECLINED with gw_ref and reason, and credits nothing', async (_, number, reason) => {
    const before = await ada.balance();
    const { status, body } = await ada.charge(number);
    expect([status, body.error_code]).toEqual([400, 'CARD_DECLINED']);
    expect(body).toMatchObject({
      success: false,
      reason,
      gw_ref: expect.any(String),
      tx_ref: expect.any(String),
    });
    expect(await ada.balance()).toBe(before);
    expect((await ada.verify(body.tx_ref)).body).toMatchObject({ status: 'failed', credited: false });
  });

  it('the same deposit may be charged again after a decline, with another card', async () => {
    const { body: opened } = await ada.init();
    await ada.charge(CARDS.declined, { tx_ref: opened.tx_ref });
    const { body } = await ada.charge(CARDS.approved, { tx_ref: opened.tx_ref });
    expect(body).toMatchObject({ tx_ref: opened.tx_ref, status: 'successful' });
    expect(await creditsOnceReported(opened.tx_ref)).toEqual(['5000']);
  });

  it('a paid deposit is not charged again', async () => {
    const { body: paid } = await ada.charge(CARDS.approved);
    const { status, body } = await ada.charge(CARDS.approved, { tx_ref: paid.tx_ref });
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await bank.transactions(paid.tx_ref)).toHaveLength(1);
  });

  it('a deposit that is paid on its page takes no direct charge', async () => {
    const { body: hosted } = await ada.init({ method: 'checkout' });
    const { status, body } = await ada.charge(CARDS.approved, { tx_ref: hosted.tx_ref });
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  });

  it('is refused before the card is charged if amount or currency differ from the deposit', async () => {
    const { body: opened } = await ada.init();
    for (const fields of [{ amount: 51 }, { currency: 'USD' }]) {
      const { status, body } = await ada.charge(CARDS.approved, { tx_ref: opened.tx_ref, ...fields });
      expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect(await bank.transactions(opened.tx_ref)).toEqual([]);
  });

  it.each<[string, object]>([
    ['card', { card: undefined }],
    ['card', { card: null }],
    ['card', { card: 'x' }],
    ['card', { card: [cardOf(CARDS.approved)] }],
    ['card.number', { card: { ...cardOf('1234') } }],
    ['card.number', { card: { ...cardOf(CARDS.approved), number: { $ne: '' } } }],
    ['card.expiry_month', { card: { ...cardOf(CARDS.approved), expiry_month: '13' } }],
    ['card.expiry_year', { card: { ...cardOf(CARDS.approved), expiry_year: '2020' } }],
    ['card.cvv', { card: { ...cardOf(CARDS.approved), cvv: '1' } }],
    ['card.name', { card: { ...cardOf(CARDS.approved), name: 'a\u0000b' } }],
    ['card.name', { card: { ...cardOf(CARDS.approved), name: 'a\ud800' } }],
    ['amount', { amount: undefined }],
    ['tx_ref', { tx_ref: "dep_' OR 1=1" }],
    ['tx_ref', { tx_ref: { a: 1 } }],
    ['redirect_url', { redirect_url: '//evil.example' }],
  ])('refuses a wrong %s, and shows nothing of the card', async (field, fields) => {
    const { status, body, text } = await ada.charge(CARDS.approved, fields);
    expect([status, body.error_code, body.errors[0].field]).toEqual([400, 'VALIDATION_ERROR', field]);
    expect(text).not.toContain(CARDS.approved);
  });
});

describe('a card that asks for a one-time password', () => {
  it('waits with auth_mode otp; the right one credits, once', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    const [transaction] = await bank.transactions(waiting.tx_ref);
    expect(waiting).toMatchObject({ status: 'pending', auth_mode: 'otp', gw_ref: expect.any(String) });
    expect(waiting.transaction_id).toBe(transaction!.id);
    expect((await ada.verify(waiting.tx_ref, waiting.transaction_id)).body.status).toBe('pending');
    expect(await ada.credits(waiting.tx_ref)).toEqual([]);
    const { status, body } = await ada.validate(waiting.gw_ref, OTP);
    expect([status, body.status, body.tx_ref]).toEqual([200, 'successful', waiting.tx_ref]);
    expect(body.transaction_id).toBe(transaction!.id);
    const verified = await Promise.all(
      [undefined, body.transaction_id].map((id) => ada.verify(body.tx_ref, id)),
    );
    expect(verified.map((answer) => answer.body.credited)).toEqual([true, true]);
    expect(await creditsOnceReported(waiting.tx_ref)).toEqual(['5000']);
  });

  it('is declined with a wrong one, and may be charged again', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    const { status, body } = await ada.validate(waiting.gw_ref, '000000');
    expect([status, body.error_code, body.reason]).toEqual([
      400,
      'CARD_DECLINED',
      'Incorrect one-time password',
    ]);
    const again = await ada.validate(waiting.gw_ref, OTP);
    expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
    const { body: second } = await ada.charge(CARDS.otp, { tx_ref: waiting.tx_ref });
    expect((await ada.validate(second.gw_ref, OTP)).body.status).toBe('successful');
    expect(await creditsOnceReported(waiting.tx_ref)).toEqual(['5000']);
  });

  it('takes no second charge while it waits', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    const { status, body } = await ada.charge(CARDS.approved, { tx_ref: waiting.tx_ref });
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  });

  it('is void after five codes that the gateway did not take', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    // The company forgets the charge, so that it takes no code for it.
    await platform.sql(`UPDATE simulator.charges SET awaits = 'challenge' WHERE gw_ref = $1`, [
      waiting.gw_ref,
    ]);
    for (const left of [4, 3, 2, 1]) {
      const { status, body } = await ada.validate(waiting.gw_ref, '111111');
      expect([status, body.error_code, body.tries_left]).toEqual([400, 'CARD_DECLINED', left]);
    }
    const fifth = await ada.validate(waiting.gw_ref, '111111');
    expect(fifth.body).toMatchObject({ error_code: 'CARD_DECLINED', reason: 'Too many wrong codes' });
    expect(fifth.body.tries_left).toBeUndefined();
    expect((await ada.validate(waiting.gw_ref, OTP)).body.error_code).toBe('INVALID_STATE');
  });

  it.each([
    { otp: '12' },
    { otp: '12345678901' },
    { otp: "1' OR 1" },
    { otp: null },
    { gw_ref: '' },
    { gw_ref: { a: 1 } },
  ])('refuses %j with 400', async (fields) => {
    const { status, body } = await ada.post('validate-charge', { gw_ref: 'x', otp: OTP, ...fields });
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('a card that asks for its PIN, then for a one-time password', () => {
  it('takes both under its first gw_ref, and credits once', async () => {
    const { body: waiting } = await ada.charge(CARDS.pinThenOtp);
    const pins = await Promise.all(Array.from({ length: 5 }, () => ada.validate(waiting.gw_ref, PIN)));
    pins.push(await ada.validate(waiting.gw_ref, PIN));
    expect(pins.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(pins.at(-1)!.body.auth_mode).toBe('otp');
    const early = await ada.post('validate-charge', {
      gw_ref: waiting.gw_ref,
      otp: '999999',
      auth_mode: 'pin',
    });
    expect(early.body.auth_mode).toBe('otp');
    expect((await ada.validate(waiting.gw_ref, OTP)).body.status).toBe('successful');
    expect((await ada.validate(waiting.gw_ref, OTP)).body.error_code).toBe('INVALID_STATE');
    expect(await ada.credits(waiting.tx_ref)).toEqual(['5000']);
  });
});

describe('a card that asks for its PIN', () => {
  it('waits with auth_mode pin; the right one credits, once', async () => {
    const { body: waiting } = await ada.charge(CARDS.pin);
    expect(waiting).toMatchObject({ status: 'pending', auth_mode: 'pin', transaction_id: null });
    const { body } = await ada.validate(waiting.gw_ref, PIN);
    expect(body.status).toBe('successful');
    expect(await creditsOnceReported(waiting.tx_ref)).toEqual(['5000']);
  });

  it('is declined with a wrong one', async () => {
    const { body: waiting } = await ada.charge(CARDS.pin);
    const { status, body } = await ada.validate(waiting.gw_ref, '9999');
    expect([status, body.error_code, body.reason]).toEqual([400, 'CARD_DECLINED', 'Incorrect PIN']);
  });
});

describe('a card that asks at its bank', () => {
  const back = 'https://shop.example/back?order=7';

  it('waits with auth_mode redirect and a page; approval and verify-gateway credit, once', async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge, { redirect_url: back });
    expect(waiting).toMatchObject({
      status: 'pending',
      auth_mode: 'redirect',
      redirect_url: expect.any(String),
    });
    const returned = await bank.decide(waiting.redirect_url, 'approve');
    expect(returned.href).toContain(back);
    const { tx_ref, transaction_id } = Object.fromEntries(returned.searchParams) as Record<string, string>;
    expect(tx_ref).toBe(waiting.tx_ref);
    const { status, body } = await ada.verify(tx_ref!, transaction_id);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      tx_ref,
      status: 'successful',
      amount: 50,
      currency: 'NGN',
      credited: true,
    });
    expect(await creditsOnceReported(waiting.tx_ref)).toEqual(['5000']);
  });

  it('is failed when it is declined there, and credits nothing', async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge, { redirect_url: back });
    const returned = await bank.decide(waiting.redirect_url, 'decline');
    const { body } = await ada.verify(waiting.tx_ref, returned.searchParams.get('transaction_id')!);
    expect(body).toMatchObject({ status: 'failed', credited: false });
    expect(await ada.credits(waiting.tx_ref)).toEqual([]);
  });

  it('does not believe the return address: before approval nothing is credited', async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge, { redirect_url: back });
    const [transaction] = await bank.transactions(waiting.tx_ref);
    const { body } = await ada.verify(waiting.tx_ref, transaction!.id);
    expect(body).toMatchObject({ status: 'pending', credited: false });
  });

  it('takes no code', async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge);
    expect((await ada.validate(waiting.gw_ref, OTP)).body.error_code).toBe('INVALID_STATE');
  });

  it('sends a buyer without a page of their own to ours, which echoes nothing', async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge);
    const returned = await bank.decide(waiting.redirect_url, 'approve');
    const page = await fetch(returned);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).not.toContain(waiting.tx_ref);
  });

  it('is credited by the event alone when the buyer approves and never comes back', async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge);
    await bank.decide(waiting.redirect_url, 'approve');
    await eventually(async () => (await ada.credits(waiting.tx_ref)).length > 0);
    expect(await creditsOnceReported(waiting.tx_ref)).toEqual(['5000']);
  });
});

describe('POST deposit.php?action=verify-gateway', () => {
  it("answers 404 for another user's deposit, like an unknown one, and credits no account", async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge);
    await bank.loseEvents();
    const returned = await bank.decide(waiting.redirect_url, 'approve');
    await bank.findEvents();
    const id = returned.searchParams.get('transaction_id')!;
    const theirs = await ben.verify(waiting.tx_ref, id);
    const missing = await ben.verify(`dep_${'0'.repeat(22)}`, id);
    expect([theirs.status, missing.status]).toEqual([404, 404]);
    expect(theirs.body.message).toBe(missing.body.message);
    expect(await ada.credits(waiting.tx_ref)).toEqual([]);
  });

  it("answers 404 for another user's transaction_id and credits no account", async () => {
    const { body: paid } = await ada.charge(CARDS.approved);
    const [transaction] = await bank.transactions(paid.tx_ref);
    const { body: mine } = await ben.charge(CARDS.challenge);
    const stolen = await ben.verify(mine.tx_ref, transaction!.id);
    const unknown = await ben.verify(mine.tx_ref, '999999999');
    expect([stolen.status, unknown.status]).toEqual([404, 404]);
    expect(stolen.body.message).toBe(unknown.body.message);
    expect(await ben.credits(mine.tx_ref)).toEqual([]);
  });

  it('takes transaction_id as a JSON number too, and may be repeated', async () => {
    const { body: paid } = await ada.charge(CARDS.approved);
    const [transaction] = await bank.transactions(paid.tx_ref);
    for (let i = 0; i < 3; i++) {
      expect((await ada.verify(paid.tx_ref, Number(transaction!.id))).body.credited).toBe(true);
    }
    expect(await ada.credits(paid.tx_ref)).toEqual(['5000']);
  });

  it.each([
    { tx_ref: undefined },
    { tx_ref: 'x' },
    { transaction_id: '../1' },
    { transaction_id: { a: 1 } },
    { transaction_id: 1e30 },
  ])('refuses %j with 400', async (fields) => {
    const body = { tx_ref: `dep_${'0'.repeat(22)}`, transaction_id: '1', ...fields };
    expect((await ada.post('verify-gateway', body)).body.error_code).toBe('VALIDATION_ERROR');
  });
});

describe('other people', () => {
  it('can neither charge a deposit nor answer a charge that is not theirs', async () => {
    const { body: opened } = await ada.init();
    expect((await ben.charge(CARDS.approved, { tx_ref: opened.tx_ref })).status).toBe(404);
    const { body: waiting } = await ada.charge(CARDS.otp);
    expect((await ben.validate(waiting.gw_ref, OTP)).status).toBe(404);
    expect(await ada.row(waiting.tx_ref)).toMatchObject({ status: 'awaiting', tries: 0 });
  });
});

describe('credentials', () => {
  const everyAction = ['init', 'charge-card-gw', 'validate-charge', 'verify-gateway'];

  it.each(everyAction)('%s takes a session on the app host too', async (action) => {
    const answer = await ada.post(action, {}, {}, 'app');
    expect([answer.status, answer.body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('accept a live secret key for its owner; refuse a test key, a public key, a missing scope, and no credentials', async () => {
    const merchant = await platform.merchant();
    const limited = await platform.people.createApp(merchant, 'live', { scopes: ['wallet:read'] });
    const shop = new Depositor(platform, merchant.id, { key: merchant.live.secret_key });
    const { body } = await shop.charge(CARDS.approved);
    expect(body.status).toBe('successful');
    expect(await ada.row(body.tx_ref)).toMatchObject({ owner_id: merchant.id });
    for (const action of everyAction) {
      const refused = async (options: object) => {
        const answer = await platform.post('business', `deposit.php?action=${action}`, {}, options);
        return [answer.status, answer.body.error_code];
      };
      expect(await refused({ key: merchant.test.secret_key })).toEqual([403, 'TEST_KEY_FORBIDDEN']);
      expect(await refused({ key: limited.secret_key })).toEqual([403, 'SCOPE_MISSING']);
      expect(await refused({ key: merchant.live.public_key })).toEqual([401, 'INVALID_API_KEY']);
      expect(await refused({})).toEqual([401, 'UNAUTHENTICATED']);
    }
  });
});

describe('idempotency', () => {
  let keys = 0;
  const key = () => ({ idempotencyKey: `deposit-${++keys}` });

  it('init with one key opens one deposit', async () => {
    const options = key();
    const [first, again] = [await ada.init({}, options), await ada.init({}, options)];
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await ada.init({ amount: 51 }, options);
    expect([other.status, other.body.error_code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('charge-card-gw with one key, ten times at once, charges once and answers alike', async () => {
    const options = key();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ada.charge(CARDS.approved, {}, options)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { tx_ref } = answers[0]!.body;
    expect(await bank.transactions(tx_ref)).toHaveLength(1);
    expect(await creditsOnceReported(tx_ref)).toEqual(['5000']);
  });

  it('charge-card-gw replays its first answer, byte for byte, also after the charge was completed', async () => {
    const options = key();
    const first = await ada.charge(CARDS.otp, {}, options);
    await ada.validate(first.body.gw_ref, OTP);
    const again = await ada.charge(CARDS.otp, {}, options);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await bank.transactions(first.body.tx_ref)).toHaveLength(1);
  });

  it('a repeat with another card is another request: 409', async () => {
    const options = key();
    await ada.charge(CARDS.approved, {}, options);
    const { status, body } = await ada.charge(CARDS.declined, {}, options);
    expect([status, body.error_code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('remembers a decline', async () => {
    const options = key();
    const first = await ada.charge(CARDS.declined, {}, options);
    const again = await ada.charge(CARDS.declined, {}, options);
    expect([again.status, again.text]).toEqual([400, first.text]);
  });

  it('does not remember a validation failure', async () => {
    const options = key();
    expect((await ada.charge('12', {}, options)).status).toBe(400);
    expect((await ada.charge(CARDS.approved, {}, options)).status).toBe(200);
  });

  it('validate-charge with one key, at once and later, sends the code once', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    const options = key();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.validate(waiting.gw_ref, OTP, options)),
    );
    answers.push(await ada.validate(waiting.gw_ref, OTP, options));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await ada.row(waiting.tx_ref)).toMatchObject({ tries: 1, status: 'successful' });
  });

  it('verify-gateway with one key replays', async () => {
    const { body: paid } = await ada.charge(CARDS.approved);
    const options = key();
    const first = await ada.verify(paid.tx_ref, undefined, options);
    const again = await ada.verify(paid.tx_ref, undefined, options);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });

  it('keys of two callers are two keys', async () => {
    const options = key();
    const [mine, theirs] = [await ada.init({}, options), await ben.init({}, options)];
    expect(mine.body.tx_ref).not.toBe(theirs.body.tx_ref);
  });
});

describe('a dry run', () => {
  const dry = { headers: { 'x-dry-run': 'true' } };

  it('changes nothing and charges nothing for any action, and leaves the real one to be done', async () => {
    const { body: opened } = await ada.init({}, dry);
    expect(await ada.row(opened.tx_ref)).toBeUndefined();
    const { body: real } = await ada.init();
    const charged = await ada.charge(CARDS.approved, { tx_ref: real.tx_ref }, dry);
    expect([charged.status, charged.body.status]).toEqual([200, 'pending']);
    expect(await ada.row(real.tx_ref)).toMatchObject({ status: 'pending', attempts: 0 });
    const { body: waiting } = await ada.charge(CARDS.otp, { tx_ref: real.tx_ref });
    expect((await ada.validate(waiting.gw_ref, OTP, dry)).status).toBe(200);
    expect((await ada.verify(real.tx_ref, undefined, dry)).body).toMatchObject({ credited: false });
    expect(await ada.row(real.tx_ref)).toMatchObject({ status: 'awaiting', tries: 0 });
    expect(await bank.transactions(real.tx_ref)).toHaveLength(1);
    expect((await ada.validate(waiting.gw_ref, OTP)).body.status).toBe('successful');
  });

  it('refuses what the real one would refuse', async () => {
    const { body: paid } = await ada.charge(CARDS.approved);
    const { status, body } = await ada.charge(CARDS.approved, { tx_ref: paid.tx_ref }, dry);
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  });
});

describe('a deposit paid on its hosted page', () => {
  /** The page's own calls, with the token in its address. */
  async function hosted(fields: object = {}) {
    const { body } = await ada.init({ method: 'checkout', ...fields });
    const [{ session_id }] = (await platform.sql<{ session_id: string }>(
      'SELECT session_id FROM checkout_sessions WHERE order_ref = $1',
      [body.tx_ref],
    )) as [{ session_id: string }];
    const sessionToken = new URL(body.checkout_url).pathname.split('/').pop()!;
    const pay = (number: string) =>
      platform.post(
        'checkout',
        'sessions.php?action=pay-card',
        { session_id, card: cardOf(number) },
        { sessionToken },
      );
    return { txRef: body.tx_ref as string, pay };
  }

  it('is credited, once, and verify-gateway says so', async () => {
    const before = Number(await ada.balance());
    const { txRef, pay } = await hosted();
    expect((await ada.verify(txRef)).body).toMatchObject({ status: 'pending', credited: false });
    expect((await pay(CARDS.approved)).status).toBe(200);
    expect((await ada.verify(txRef)).body).toMatchObject({
      status: 'successful',
      amount: 50,
      credited: true,
    });
    expect(await ada.credits(txRef)).toEqual(['5000']);
    expect(Number(await ada.balance())).toBe(before + 50);
  });

  it('stays pending after a decline there, and can be paid after it', async () => {
    const { txRef, pay } = await hosted();
    expect((await pay(CARDS.declined)).body.error_code).toBe('CARD_DECLINED');
    expect((await ada.verify(txRef)).body).toMatchObject({ status: 'pending', credited: false });
    await pay(CARDS.approved);
    expect(await ada.credits(txRef)).toEqual(['5000']);
  });

  it('is not paid twice', async () => {
    const { txRef, pay } = await hosted();
    await Promise.all([pay(CARDS.approved), pay(CARDS.approved), pay(CARDS.approved)]);
    expect(await ada.credits(txRef)).toEqual(['5000']);
  });
});

describe('deposit.confirmed', () => {
  it('reaches the apps of the owner, once', async () => {
    const receiver = await platform.receiver();
    const merchant = await platform.merchant();
    await platform.people.createApp(merchant, 'live', { webhook_url: receiver.url });
    const { body } = await new Depositor(platform, merchant.id, { key: merchant.live.secret_key }).charge(
      CARDS.approved,
    );
    const { data } = await receiver.next(({ event }) => event === 'deposit.confirmed');
    expect(data).toMatchObject({
      tx_ref: body.tx_ref,
      transaction_id: expect.any(String),
      wallet_id: expect.any(String),
      amount: 50,
      currency: 'NGN',
      gateway: 'simulator',
      new_balance: 50,
    });
    await creditsOnceReported(body.tx_ref);
    expect(receiver.received.filter(({ event }) => event === 'deposit.confirmed')).toHaveLength(1);
  });
});

describe('a card number', () => {
  it('is not stored: it is in no table, no log and no answer', async () => {
    const [number, cvv, otp] = ['4917610000000000', '8642', '97531864'];
    const { lines, restore } = takeLog();
    const logged = await startPlatform({ env: { LOG_LEVEL: 'debug' } });
    try {
      const { id, token } = await logged.signUp();
      const carl = new Depositor(logged, id, { token });
      const theBank = new Bank(logged);
      const answers = [];
      for (const [i, card] of [...Object.values(CARDS), number].entries()) {
        const fields = { card: { ...cardOf(card), cvv } };
        const answer = await carl.charge(card, fields, { idempotencyKey: `canary-${i}` });
        answers.push(answer);
        if (answer.body.gw_ref) answers.push(await carl.validate(answer.body.gw_ref, otp));
      }
      for (const kind of ['503-after', 'drop-connection', 'garbage']) {
        await theBank.order(kind);
        answers.push(await carl.charge(CARDS.approved, { card: { ...cardOf(CARDS.approved), cvv } }));
      }
      answers.push(await carl.charge(number, { amount: 'x', card: { ...cardOf(number), cvv } }));
      answers.push(await carl.charge(number, { card: { ...cardOf(`${number}x`), cvv } }));

      const secrets = [...Object.values(CARDS), number, cvv, otp];
      const grouped = secrets.map((secret) => secret.replace(/(.{4})(?=.)/g, '$1 '));
      const hex = secrets.map((secret) => Buffer.from(secret).toString('hex'));
      const base64 = secrets.map((secret) => Buffer.from(secret).toString('base64').replace(/=*$/, ''));
      const canaries = [...new Set([...secrets, ...grouped, ...hex, ...base64])].filter(
        (text) => text.length >= 8,
      );
      const holds = (text: string) => canaries.filter((canary) => text.includes(canary));

      await theBank.rest();
      expect(answers.flatMap(({ text }) => holds(text))).toEqual([]);
      await eventually(() => Promise.resolve(lines.join('').includes('charge-card-gw')));
      const log = lines.join('');
      expect(holds(log)).toEqual([]);
      const dump = await dumpOf(logged);
      expect(holds(dump)).toEqual([]);
      // The search itself finds what is there.
      expect(dump).toContain(id);
      expect(dump).toContain('canary-0');
    } finally {
      await logged.stop();
      restore();
    }
  });
});

/** Every row of every table, as text. */
async function dumpOf(of: Platform): Promise<string> {
  const tables = await of.sql<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await of.sql<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}
