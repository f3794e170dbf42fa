import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { SubscriptionShop } from '../subscriptions/subscribers';
import { Payrolls } from './payrolls';

const STRANGER = '01a1fbac-7ec7-753f-a9b6-e5600ab78d60';

describe('business.php?section=payroll', () => {
  let platform: Platform;
  let payrolls: Payrolls;
  let ada: TestUser;
  let ben: TestUser;
  let eve: TestUser;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    payrolls = new Payrolls(platform);
    [ada, ben, eve] = (await payrolls.people(3)) as [TestUser, TestUser, TestUser];
  });
  afterAll(() => platform?.proveAndStop());

  const related = async (user: TestUser, uuid: unknown) => {
    const path = `transactions.php?action=detail&uuid=${String(uuid)}`;
    return (await platform.get('business', path, { token: user.token })).body;
  };

  describe('create', () => {
    it('pays all recipients at once, without a fee, and reports it', async () => {
      const employer = await payrolls.employer('1000.00');
      const rows = [
        { recipient: `@${ada.usertag}`, amount: 300.5, note: 'October and bonus' },
        { recipient: ben.email, amount: '199.5' },
      ];
      const before = [await payrolls.balanceOf(ada), await payrolls.balanceOf(ben)].map(Number);
      const { status, body } = await payrolls.create(employer, rows, { batch_name: 'October' });
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          batch_id: expect.any(String),
          batch_name: 'October',
          status: 'completed',
          currency: 'NGN',
          total_amount: 500,
          fee: 0,
          recipient_count: 2,
          new_balance: 500,
          completed_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ]);
      expect(await payrolls.balanceOf(employer)).toBe('500.00');
      const after = [await payrolls.balanceOf(ada), await payrolls.balanceOf(ben)].map(Number);
      expect(after.map((balance, i) => balance - before[i]!)).toEqual([300.5, 199.5]);
    });

    it('stands in the histories of both sides, one transaction for each row', async () => {
      const employer = await payrolls.employer('1000.00');
      const rows = [
        { recipient: ada.usertag, amount: 10, note: 'Bonus' },
        { recipient: ben.usertag, amount: 20 },
      ];
      const { body } = await payrolls.create(employer, rows, { batch_name: 'November' });
      const paid = await payrolls.history(employer, '&type=payroll');
      expect(paid).toMatchObject([
        { direction: 'debit', amount: 20, fee: 0, description: 'November', balance_after: 970 },
        { direction: 'debit', amount: 10, fee: 0, description: 'Bonus', balance_after: 990 },
      ]);
      expect(paid.map(({ counterparty }) => (counterparty as { usertag: string }).usertag)).toEqual([
        ben.usertag,
        ada.usertag,
      ]);
      const [got] = await payrolls.history(ada, '&type=payroll');
      expect(got).toMatchObject({
        uuid: paid[1]!.uuid,
        type: 'payroll',
        direction: 'credit',
        amount: 10,
        description: 'Bonus',
        counterparty: { usertag: employer.usertag },
      });
      for (const side of [employer, ada])
        expect((await related(side, got!.uuid)).related).toEqual({ type: 'payroll', id: body.batch_id });
      // The employer finds a whole batch by its id.
      expect(await payrolls.history(employer, `&q=${body.batch_id}`)).toHaveLength(2);
    });

    it('credits the sent currency where there is such a wallet, else the primary one at the live rate', async () => {
      const employer = await payrolls.employer('10000.00');
      const [american, ghanaian] = [
        await payrolls.person('0', { currency: 'USD' }),
        await payrolls.person('0', { currency: 'GHS' }),
      ];
      await platform.fund(ghanaian, 'NGN', '1.00');
      const rates = await platform.get('business', 'payments.php?action=fx-rates&base=USD', employer);
      const rows = [american, ghanaian, ada].map(({ usertag }) => ({ recipient: usertag, amount: 999 }));
      const { body } = await payrolls.create(employer, rows);
      const expected = Math.floor((999 / (rates.body.rates.NGN as number)) * 100 + 1e-9) / 100;
      expect(await payrolls.balanceOf(american, 'USD')).toBe(expected.toFixed(2));
      expect(await payrolls.balanceOf(ghanaian, 'NGN')).toBe('1000.00');
      const { body: detail } = await payrolls.get(employer, `detail&id=${body.batch_id}`);
      expect(detail.rows).toMatchObject([
        { amount: 999, received_amount: expected, received_currency: 'USD' },
        { amount: 999, received_amount: 999, received_currency: 'NGN' },
        { amount: 999, received_amount: 999, received_currency: 'NGN' },
      ]);
    });

    it('pays out of the wallet of the currency that is named, if there is one', async () => {
      const employer = await payrolls.employer('10.00');
      const rows = [{ recipient: ada.usertag, amount: 1 }];
      expect(await payrolls.create(employer, rows, { currency: 'USD' })).toMatchObject({
        status: 404,
        body: { error_code: 'NOT_FOUND', message: 'You have no USD wallet.' },
      });
      await platform.fund(employer, 'USD', '5.00');
      expect(await payrolls.create(employer, rows, { currency: 'USD' })).toMatchObject({
        status: 200,
        body: { currency: 'USD', total_amount: 1, new_balance: 4, batch_name: null },
      });
    });

    it('takes null for what may be left out', async () => {
      const employer = await payrolls.employer('10.00');
      const rows = [{ recipient: ada.usertag, amount: 1, note: null }];
      const answer = await payrolls.create(employer, rows, { batch_name: null, currency: null });
      expect([answer.status, answer.body.batch_name]).toEqual([200, null]);
    });

    it('changes nothing when it is tried out, and answers as it would', async () => {
      const employer = await payrolls.employer('100.00');
      const rows = [ada, ben].map(({ usertag }) => ({ recipient: usertag, amount: 40 }));
      const before = await payrolls.traces();
      const dry = { headers: { 'x-dry-run': 'true' } };
      const { status, body } = await payrolls.create(employer, rows, {}, dry);
      expect([status, body]).toMatchObject([
        200,
        { dry_run: true, status: 'completed', total_amount: 80, recipient_count: 2, new_balance: 20 },
      ]);
      const refused = await payrolls.create(
        employer,
        [...rows, { recipient: eve.usertag, amount: 40 }],
        {},
        dry,
      );
      expect(refused.body).toMatchObject({ error_code: 'INSUFFICIENT_FUNDS', rows: [{ row: 3 }] });
      expect(await payrolls.traces()).toEqual(before);
      expect(await payrolls.balanceOf(employer)).toBe('100.00');
    });

    it('finds numbers as they are dialled at home, and one person by any name once', async () => {
      const employer = await payrolls.employer('100.00');
      const at = await payrolls.person();
      await platform.sql(
        `UPDATE users SET phone = '+2348031234567', phone_verified_at = now() WHERE id = $1`,
        [at.id],
      );
      const twice = [
        { recipient: '0803 123 4567', amount: 1 },
        { recipient: at.email, amount: 1 },
      ];
      expect((await payrolls.create(employer, twice)).body).toMatchObject({
        error_code: 'VALIDATION_ERROR',
        rows_refused: 1,
        rows: [
          { row: 2, recipient: at.email, reason: 'duplicate', message: 'This is the recipient of row 1.' },
        ],
      });
      expect((await payrolls.create(employer, twice.slice(0, 1))).status).toBe(200);
      expect(await payrolls.balanceOf(at)).toBe('1.00');
    });
  });

  it('is refused to personal accounts, before the PIN is checked', async () => {
    const person = await payrolls.person('100.00');
    const rows = [{ recipient: ada.usertag, amount: 10 }];
    for (const pin of [person.pin, '9999']) {
      const { status, body } = await payrolls.create(person, rows, { pin });
      expect([status, body.error_code]).toEqual([403, 'ACCOUNT_TYPE_FORBIDDEN']);
    }
    expect(await payrolls.balanceOf(person)).toBe('100.00');
    expect((await payrolls.get(person, 'list')).status).toBe(200);
  });

  describe('the refusal of a whole payroll, with each row at fault named', () => {
    let employer: TestUser;
    beforeAll(async () => (employer = await payrolls.employer('100.00')));

    /** What the refusal said, once it is certain that it changed nothing. */
    async function refusal(rows: unknown, fields: object = {}) {
      const before = [await payrolls.traces(), await payrolls.balanceOf(employer)];
      const { status, body } = await payrolls.create(employer, rows, fields);
      expect([await payrolls.traces(), await payrolls.balanceOf(employer)]).toEqual(before);
      return { status, code: body.error_code as string, body };
    }
    const faults = (body: { rows: { row: number; reason: string }[] }) =>
      body.rows.map(({ row, reason }) => `${row} ${reason}`);

    it('is the same for unknown and frozen recipients', async () => {
      const frozen = await payrolls.person();
      await platform.people.freeze(frozen.id);
      const names = ['unknown_here', ada.usertag, frozen.usertag, 'not a name!', 'x@nowhere.example'];
      const { status, code, body } = await refusal(names.map((recipient) => ({ recipient, amount: 1 })));
      expect([status, code]).toEqual([404, 'NOT_FOUND']);
      expect(faults(body)).toEqual([1, 3, 4, 5].map((row) => `${row} unknown_recipient`));
      expect(body.rows[1]).toEqual({
        row: 3,
        recipient: frozen.usertag,
        reason: 'unknown_recipient',
        message: 'There is no such account.',
      });
    });

    it('happens for oneself, and for the same person twice', async () => {
      const names = [ada.usertag, employer.email, ada.email, ben.usertag, `@${ada.usertag}`];
      const { status, code, body } = await refusal(names.map((recipient) => ({ recipient, amount: 1 })));
      expect([status, code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(faults(body)).toEqual(['2 yourself', '3 duplicate', '5 duplicate']);
      expect(body.errors[0]).toEqual({
        field: 'recipients[1].recipient',
        code: 'invalid_field',
        message: 'You cannot pay yourself.',
      });
    });

    it('happens for other accounts of the employer: of its proved phone number or mailbox', async () => {
      const owner = await payrolls.employer('100.00', {
        email: 'shola+shop@example.com',
        phone: '08031234575',
      });
      const own = [
        await payrolls.person('0', { phone: '+2348031234575' }),
        await payrolls.person('0', { email: 'shola@example.com' }),
        await payrolls.person('0', { email: 'shola+savings@example.com' }),
      ];
      await platform.sql('UPDATE users SET phone_verified_at = now() WHERE id = $1', [owner.id]);
      const other = await payrolls.person('0', { email: 'not-shola@example.com', phone: '08031234568' });
      const rows = [...own, other].map(({ usertag }) => ({ recipient: usertag, amount: 1 }));
      const { status, body } = await payrolls.create(owner, rows);
      expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(faults(body)).toEqual(['1 same_owner', '2 same_owner', '3 same_owner']);
      expect(await payrolls.balanceOf(owner)).toBe('100.00');
      expect((await payrolls.create(owner, rows.slice(3))).status).toBe(200);
    });

    it('does not happen for a phone number that the employer only claims', async () => {
      const phone = '+2348031234569';
      const employer = await payrolls.employer('100.00', { phone });
      const person = await payrolls.person('0', { phone });
      const paid = async () =>
        (await payrolls.create(employer, [{ recipient: person.usertag, amount: 1 }])).status;
      const prove = (id: string, columns: string) =>
        platform.sql(`UPDATE users SET ${columns} WHERE id = $1`, [id]);
      expect(await paid()).toBe(200);
      await prove(person.id, 'phone_verified_at = now()');
      expect(await paid()).toBe(200);
      await prove(person.id, 'phone_verified_at = NULL');
      await prove(employer.id, 'phone_verified_at = now()');
      expect(await paid()).toBe(400);
    });

    it('happens for what converts to nothing', async () => {
      const american = await payrolls.person('0', { currency: 'USD' });
      const rows = [ada, american].map(({ usertag }) => ({ recipient: usertag, amount: 1 }));
      const { code, body } = await refusal(rows);
      expect([code, ...faults(body)]).toEqual(['VALIDATION_ERROR', '2 converts_to_nothing']);
    });

    it('happens for a balance that does not reach, from the first row it does not reach', async () => {
      const rows = [ada, ben, eve].map(({ usertag }) => ({ recipient: usertag, amount: 40 }));
      const { status, code, body } = await refusal(rows);
      expect([status, code, body.message]).toEqual([
        ...[400, 'INSUFFICIENT_FUNDS', 'Insufficient balance: 120.00 NGN needed.'],
      ]);
      expect([faults(body), body.rows_refused]).toEqual([['3 not_covered'], 1]);
      expect(body.rows[0].message).toBe('120.00 NGN are needed up to here.');
    });

    const codeOf = (value: unknown) => (value == null ? 'missing_field' : 'invalid_field');

    it.each<[string, unknown]>([
      ['no rows', []],
      ['rows that are none', 'everybody'],
      ['an object for a list', { length: 2 }],
      ['1,001 rows', Array.from({ length: 1001 }, (_, i) => ({ recipient: `p${i}`, amount: 1 }))],
      ['nine thousand empty rows', Array.from({ length: 9000 }, () => ({}))],
      ['nothing', undefined],
      ['null', null],
    ])('happens for %s', async (_, rows) => {
      const { status, code, body } = await refusal(rows);
      expect([status, code, body.errors]).toEqual([
        ...[400, 'VALIDATION_ERROR'],
        [
          {
            field: 'recipients',
            code: codeOf(rows),
            message: 'recipients must be a list of 1 to 1000 objects.',
          },
        ],
      ]);
    });

    const amounts = [0, -5, 0.001, '10.005', 1e21, '1e2', 'NaN', 1e12, null, [5], {}, true, undefined];
    it.each(amounts.map((amount) => [amount] as const))('happens for the amount %p', async (amount) => {
      const rows = [
        { recipient: ada.usertag, amount: 1 },
        { recipient: ben.usertag, amount },
      ];
      const { status, code, body } = await refusal(rows);
      expect([status, code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.errors).toEqual([
        {
          field: 'recipients[1].amount',
          code: codeOf(amount),
          message:
            'recipients[1].amount must be a positive amount with at most 2 decimals, up to 999999999999.99.',
        },
      ]);
    });

    it.each<[string, object, string]>([
      ['a note of 10,000 characters', { note: 'x'.repeat(10_000) }, 'recipients[0].note'],
      ['a note with a NUL byte', { note: 'a\u0000b' }, 'recipients[0].note'],
      ['a recipient that is no text', { recipient: 7.5 }, 'recipients[0].recipient'],
      ['a recipient of 255 characters', { recipient: 'x'.repeat(255) }, 'recipients[0].recipient'],
    ])('happens for %s', async (_, fault, field) => {
      const { status, body } = await refusal([{ recipient: ada.usertag, amount: 1, ...fault }]);
      expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
    });

    it('happens for rows that are no objects: each field they miss is named', async () => {
      const { body } = await refusal([5, null, [{ recipient: ada.usertag, amount: 1 }]]);
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(
        [0, 1, 2].flatMap((row) => [`recipients[${row}].recipient`, `recipients[${row}].amount`]),
      );
    });

    it('happens for a total above the highest amount before recipients are looked up', async () => {
      const rows = Array.from({ length: 1000 }, (_, i) => ({
        recipient: `p_${i}`,
        amount: 999_999_999_999.99,
      }));
      const { status, code, body } = await refusal(rows);
      expect([status, code, body.message]).toEqual([
        ...[400, 'VALIDATION_ERROR', 'recipients must not come to more than 999999999999.99 in all.'],
      ]);
    });

    it('names a hundred of a thousand strangers, and counts all', async () => {
      const rows = Array.from({ length: 1000 }, (_, i) => ({ recipient: `stranger_${i}`, amount: 0.01 }));
      const { status, body } = await refusal(rows);
      expect([status, body.rows.length, body.rows_refused]).toEqual([404, 100, 1000]);
    });

    it.each<[string, object, number, string]>([
      ['a wrong PIN', { pin: '9999' }, 403, 'INVALID_PIN'],
      ['no PIN', { pin: undefined }, 400, 'VALIDATION_ERROR'],
    ])('happens for %s', async (_, fields, expected, expectedCode) => {
      const { status, code } = await refusal([{ recipient: ada.usertag, amount: 1 }], fields);
      expect([status, code]).toEqual([expected, expectedCode]);
    });
  });

  it('is for people alone: whatever its scope, a key gets 403', async () => {
    const merchant = await platform.merchant();
    const scoped = await platform.people.createApp(merchant, 'live', { scopes: ['wallet:transfer'] });
    const rows = [{ recipient: ada.usertag, amount: 1 }];
    for (const key of [merchant.live.secret_key, merchant.test.secret_key, scoped.secret_key]) {
      const answers = [
        await payrolls.create(merchant, rows, {}, { key }),
        await platform.get('business', 'business.php?section=payroll&action=list', { key }),
        await platform.get('business', `business.php?section=payroll&action=detail&id=${STRANGER}`, { key }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(answers.slice(1).map(({ body }) => body.error_code)).toEqual(Array(2).fill('SESSION_REQUIRED'));
    }
    expect((await payrolls.create(merchant, rows, {}, { key: scoped.secret_key })).body.error_code).toBe(
      'SESSION_REQUIRED',
    );
  });

  describe('list and detail', () => {
    it('show the employer every batch, newest first, and every row as it was sent', async () => {
      const employer = await payrolls.employer('100.00');
      expect((await payrolls.get(employer, 'list')).body.data).toMatchObject({ data: [], total: 0 });
      const made: string[] = [];
      for (const batch_name of ['One', 'Two', 'Three']) {
        platform.clock.advance({ seconds: 1 });
        const rows = [
          { recipient: ben.usertag, amount: 2, note: batch_name === 'Two' ? 'Extra' : undefined },
          { recipient: ada.usertag, amount: 1 },
        ];
        made.unshift((await payrolls.create(employer, rows, { batch_name })).body.batch_id as string);
      }
      const { body } = await payrolls.get(employer, 'list&per_page=2');
      expect(body.data).toMatchObject({ total: 3, page: 1, per_page: 2, has_next: true });
      expect(body.data.data.map((batch: { batch_id: string }) => batch.batch_id)).toEqual(made.slice(0, 2));
      const last = await payrolls.get(employer, 'list&per_page=2&page=2');
      expect(last.body.data.data).toMatchObject([{ batch_name: 'One', total_amount: 3, recipient_count: 2 }]);

      const { body: detail } = await payrolls.get(employer, `detail&id=${made[1]}`);
      expect(detail).toMatchObject({
        batch_id: made[1],
        batch_name: 'Two',
        status: 'completed',
        total_amount: 3,
        fee: 0,
        rows: [
          { row: 1, recipient: { usertag: ben.usertag, type: 'personal' }, amount: 2, note: 'Extra' },
          { row: 2, recipient: { usertag: ada.usertag }, amount: 1, note: null },
        ],
      });
      for (const names of [`batch_id=${made[1]}`, `batch_id=${made[1]}&id=${made[1]}`])
        expect((await payrolls.get(employer, `detail&${names}`)).body).toEqual(detail);
      for (const names of ['page=1', `batch_id=${made[1]}&id=${made[0]}`, 'batch_id=x']) {
        const { status, body: refused } = await payrolls.get(employer, `detail&${names}`);
        expect([status, refused.errors[0].field]).toEqual([400, 'batch_id']);
      }
      const [, second] = detail.rows as { transaction_id: string }[];
      expect((await related(ada, second!.transaction_id)).amount).toBe(1);
    });

    it('hide payrolls from other users, recipients included', async () => {
      const employer = await payrolls.employer('100.00');
      const { batch_id } = (await payrolls.create(employer, [{ recipient: ada.usertag, amount: 1 }])).body;
      for (const [who, id] of [
        [ada, batch_id],
        [eve, batch_id],
        [employer, STRANGER],
      ] as [TestUser, string][]) {
        const { status, body } = await payrolls.get(who, `detail&id=${id}`);
        expect([status, body.error_code]).toEqual([404, 'NOT_FOUND']);
      }
      expect((await payrolls.get(eve, 'list')).body.data.total).toBe(0);
    });
  });

  it('sends webhooks and notifications to the employer and the recipients', async () => {
    const [employer, supplier] = [await platform.merchant(), await platform.merchant()];
    await platform.fund(employer, 'NGN', '100.00');
    const hooks = async (who: TestMerchant) => {
      const receiver = await platform.receiver();
      const body = { app_id: who.live.app_id, url: receiver.url, events: ['*'] };
      await platform.post('business', 'business.php?section=webhooks&action=create', body, who);
      return receiver;
    };
    const [there, here] = [await hooks(employer), await hooks(supplier)];
    const rows = [
      { recipient: supplier.usertag, amount: 60, note: 'Invoice 7' },
      { recipient: ada.usertag, amount: 30 },
    ];
    const { body } = await payrolls.create(employer, rows, { batch_name: 'November' });
    expect((await there.next(({ event }) => event === 'payroll.completed')).data).toEqual({
      batch_id: body.batch_id,
      batch_name: 'November',
      total: 90,
      total_amount: 90,
      count: 2,
      recipient_count: 2,
      currency_code: 'NGN',
      completed_at: body.completed_at,
    });
    const [paid] = await payrolls.history(supplier, '&type=payroll');
    expect((await here.next(({ event }) => event === 'transfer.received')).data).toEqual({
      transaction_id: paid!.uuid,
      amount: 60,
      currency: 'NGN',
      from: employer.usertag,
      sent_amount: 60,
      sent_currency: 'NGN',
    });
    const payrollNotifications = async (who: TestUser) => {
      const list = await platform.get('business', 'notifications.php?action=list', who);
      return (list.body.data.data as { type: string; body: string }[]).filter(({ type }) =>
        type.startsWith('payroll.'),
      );
    };
    expect(await payrollNotifications(employer)).toMatchObject([
      {
        type: 'payroll.completed',
        body: 'All rows of your payroll “November” are paid. The total is ₦90.00.',
      },
    ]);
    expect(await payrollNotifications(supplier)).toMatchObject([
      { type: 'payroll.received', body: `@${employer.usertag} paid you ₦60.00: Invoice 7` },
    ]);
    expect((await payrollNotifications(ada))[0]).toMatchObject({
      body: `@${employer.usertag} paid you ₦30.00: November`,
    });
    const mailed = await platform.sql<{ type: string }>(
      `SELECT type FROM mails WHERE owner_id = ANY ($1) AND type LIKE 'payroll.%' ORDER BY type`,
      [[employer.id, supplier.id]],
    );
    expect(mailed.map(({ type }) => type)).toEqual(['payroll.completed', 'payroll.received']);
  });

  it('refuses to convert at a rate older than two hours, and names the rows that need it', async () => {
    const [employer, american, local] = [
      await payrolls.employer('9000.00'),
      await payrolls.person('0', { currency: 'USD' }),
      await payrolls.person(),
    ];
    platform.clock.advance({ hours: 2, seconds: 1 });
    const { email, password } = employer;
    const again = await platform.post('business', 'auth.php?action=login', { email, password });
    const signedIn = { ...employer, token: again.body.access_token as string };
    const rows = [local, american].map(({ usertag }) => ({ recipient: usertag, amount: 2000 }));
    const { status, body } = await payrolls.create(signedIn, rows);
    expect([status, body.error_code, body.rows]).toMatchObject([
      ...[400, 'FX_RATE_UNAVAILABLE', [{ row: 2, reason: 'no_exchange_rate' }]],
    ]);
    expect(await payrolls.balanceOf(signedIn)).toBe('9000.00');
    expect((await payrolls.create(signedIn, rows.slice(0, 1))).status).toBe(200);
  });
});

describe('others in refused payrolls', () => {
  let platform: Platform;
  let payrolls: Payrolls;
  beforeAll(async () => {
    platform = await startPlatform();
    payrolls = new Payrolls(platform);
  });
  afterAll(() => platform?.stop());

  const rowsOf = (...names: string[]) => names.map((recipient) => ({ recipient, amount: 1 }));

  it('answers ten requests with unknown recipients in ten minutes per employer; known recipients are still paid', async () => {
    const [employer, other, known] = await Promise.all(
      ['100.00', '100.00', '0'].map((ngn) => payrolls.employer(ngn)),
    );
    const attempt = (by = employer!, isDry = false) =>
      payrolls.create(
        by,
        rowsOf(known!.usertag, 'unknown_here'),
        {},
        isDry ? { headers: { 'x-dry-run': 'true' } } : {},
      );
    for (let i = 0; i < 8; i++) expect((await attempt(employer, i % 2 === 0)).status).toBe(404);
    // This answer names the owner of the address.
    const twice = rowsOf(known!.usertag, known!.email);
    for (let i = 0; i < 2; i++) expect((await payrolls.create(employer!, twice)).status).toBe(400);

    const eleventh = await attempt();
    expect(eleventh).toMatchObject({
      status: 429,
      body: { error_code: 'RATE_LIMITED', retry_after: expect.any(Number) },
    });
    expect(eleventh.body).not.toHaveProperty('rows');
    expect((await attempt(employer, true)).status).toBe(429);
    expect((await attempt(other)).status).toBe(404);
    expect((await payrolls.create(employer!, rowsOf(known!.usertag))).status).toBe(200);
    expect(await payrolls.balanceOf(known!)).toBe('1.00');

    platform.clock.advance({ seconds: 600 });
    expect((await attempt()).status).toBe(404);
  });

  it('counts the rows that a refusal names as look-ups, in a dry run too', async () => {
    platform.clock.freeze();
    const [employer, other] = await Promise.all([payrolls.employer('100.00'), payrolls.employer('1.00')]);
    const lookup = (by = employer!) =>
      platform.get('business', 'wallet.php?action=lookup&usertag=unknown_here', { token: by.token });
    const strangers = (count: number) => rowsOf(...Array.from({ length: count }, (_, i) => `stranger_${i}`));
    const dry = { headers: { 'x-dry-run': 'true' } };
    const named = await payrolls.create(employer!, strangers(20), {}, dry);
    expect([named.status, named.body.rows.length]).toEqual([404, 20]);
    // The dry run itself is a look-up too.
    for (let i = 0; i < 9; i++) expect((await lookup()).status).toBe(404);
    expect((await lookup()).status).toBe(429);
    const refused = await payrolls.create(employer!, strangers(1));
    expect(refused.status).toBe(429);
    expect(refused.body).not.toHaveProperty('rows');
    expect((await lookup(other)).status).toBe(404);
    expect((await payrolls.create(employer!, rowsOf(other!.usertag))).status).toBe(200);

    // The rows that the balance does not cover exist, so they count as well.
    platform.clock.advance({ seconds: 60 });
    const uncovered = [{ recipient: employer!.usertag, amount: 50 }];
    for (let i = 0; i < 15; i++) expect((await payrolls.create(other!, uncovered)).status).toBe(400);
    for (let i = 0; i < 15; i++) expect((await lookup(other)).status).toBe(404);
    expect((await lookup(other)).status).toBe(429);
  });

  it('names no more than three hundred rows in ten minutes', async () => {
    const employer = await payrolls.employer('100.00');
    const rows = rowsOf(...Array.from({ length: 100 }, (_, i) => `stranger_${i}`));
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await payrolls.create(employer, rows)).status);
      platform.clock.advance({ seconds: 60 });
    }
    expect(statuses).toEqual([404, 404, 404, 429]);
  });

  it('are found by no dry run of a transfer beyond the limit of look-ups', async () => {
    platform.clock.freeze();
    const user = await payrolls.person('1.00');
    const lookup = () =>
      platform.get('business', 'wallet.php?action=lookup&usertag=unknown_here', { token: user.token });
    const body = { recipient: 'unknown_here', amount: 1, pin: user.pin };
    const dry = { token: user.token, headers: { 'x-dry-run': 'true' } };
    for (let i = 0; i < 20; i++)
      expect((await platform.post('business', 'wallet.php?action=transfer', body, dry)).status).toBe(404);
    for (let i = 0; i < 10; i++) expect((await lookup()).status).toBe(404);
    expect((await lookup()).status).toBe(429);
  });

  it('are found by no further look-ups with several keys of one account', async () => {
    platform.clock.freeze();
    const { live, test, token, ...merchant } = await platform.merchant();
    const further = await platform.people.createApp({ ...merchant, token }, 'live');
    const furtherTest = await platform.people.createApp({ ...merchant, token }, 'test');
    const lookup = async (by: { key?: string; token?: string }) =>
      (await platform.get('business', 'wallet.php?action=lookup&usertag=unknown_here', by)).status;
    for (const senders of [
      [{ key: live.secret_key }, { key: further.secret_key }, { token }],
      [{ key: test.secret_key }, { key: furtherTest.secret_key }],
    ]) {
      for (let i = 0; i < 30; i++) expect(await lookup(senders[i % senders.length]!)).toBe(404);
      for (const sender of senders) expect(await lookup(sender)).toBe(429);
    }
  });

  it('are found by no update of a customer beyond the limit of look-ups', async () => {
    platform.clock.freeze();
    const { live } = await platform.merchant();
    const seller = new SubscriptionShop(platform, live);
    const { subscription } = await seller.subscribe(await seller.plan(), (await platform.signUp()).email);
    const { subscription_id } = subscription;
    const dry = { headers: { 'x-dry-run': 'true' } };
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++)
      statuses.push((await seller.post('update-customer', { subscription_id, name: 'Ada' }, dry)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(409), 429]);
  });

  it('are found by no changes of a user tag beyond the limit of look-ups', async () => {
    const user = await payrolls.person();
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) {
      const body = { usertag: 'admin' };
      statuses.push(
        (await platform.post('business', 'auth.php?action=change-usertag', body, { token: user.token }))
          .status,
      );
    }
    expect(statuses).toEqual([...Array<number>(30).fill(409), 429]);
  });
});
