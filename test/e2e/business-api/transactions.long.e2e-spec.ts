import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

interface Listed {
  uuid: string;
  amount: number;
  currency: string;
  type: string;
  created_at: string;
}

describe('transactions.php and history', () => {
  let platform: Platform;
  let ada: TestUser;
  let ben: TestUser;
  const MOVEMENTS = 45;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    ada = await platform.signUp({ first_name: 'Ada', last_name: 'Obi' });
    ben = await platform.signUp({
      account_type: 'business',
      first_name: 'Ben',
      last_name: 'Eze',
      business_name: 'Eze & Sons 100%',
    });
    for (let i = 1; i <= MOVEMENTS; i++) await platform.fund(ada, 'NGN', `${i}.00`);
  });
  afterAll(() => platform?.proveAndStop());

  const list = (user: TestUser, query = '') =>
    platform.get('business', `transactions.php?action=list${query}`, { token: user.token });
  const detail = (user: TestUser, uuid: string) =>
    platform.get('business', `transactions.php?action=detail&uuid=${uuid}`, { token: user.token });
  const pageOf = async (user: TestUser, query = '') => {
    const { status, body, text } = await list(user, query);
    if (status !== 200) throw new Error(text);
    return body.data as { data: Listed[]; total: number; next_cursor: string | null } & Record<
      string,
      unknown
    >;
  };
  const walletsOf = async (user: TestUser) => {
    const { body } = await platform.get('business', 'wallet.php?action=wallets', { token: user.token });
    return body.data as { id: string; currency_code: string }[];
  };
  const uuids = (rows: Listed[]) => rows.map(({ uuid }) => uuid);
  async function pay(from: TestUser, to: TestUser, amount: number, note?: string): Promise<string> {
    const body = { recipient: to.usertag, amount, note, pin: from.pin };
    const answer = await platform.post('business', 'wallet.php?action=transfer', body, { token: from.token });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.transaction_id;
  }

  describe('pages', () => {
    it('hold 20, newest first, with the exact total', async () => {
      const page = await pageOf(ada);
      expect(page).toMatchObject({
        total: MOVEMENTS,
        page: 1,
        per_page: 20,
        total_pages: 3,
        has_next: true,
        has_prev: false,
      });
      expect(page.data.map(({ amount }) => amount)).toEqual(
        Array.from({ length: 20 }, (_, i) => MOVEMENTS - i),
      );
    });

    it('show each movement once by number and by cursor, filtered or not', async () => {
      for (const filter of ['', '&type=adjustment']) {
        const numbered: Listed[] = [];
        for (let page = 1; page <= 7; page++)
          numbered.push(...(await pageOf(ada, `&limit=7&page=${page}${filter}`)).data);
        const followed: Listed[] = [];
        let page = await pageOf(ada, `&limit=7${filter}`);
        for (followed.push(...page.data); page.next_cursor; followed.push(...page.data)) {
          page = await pageOf(ada, `&limit=7&cursor=${page.next_cursor}${filter}`);
          expect(page.has_next).toBe(page.next_cursor !== null);
          expect(page.data).not.toEqual([]);
          expect(page.total).toBe(MOVEMENTS);
        }
        expect(new Set(uuids(numbered)).size).toBe(MOVEMENTS);
        expect(uuids(followed)).toEqual(uuids(numbered));
      }
    });

    it('are empty behind the last one', async () => {
      for (const filter of ['', '&type=adjustment']) {
        const page = await pageOf(ada, `&limit=100&page=1000000000${filter}`);
        expect(page).toMatchObject({
          data: [],
          total: MOVEMENTS,
          has_next: false,
          has_prev: true,
          next_cursor: null,
        });
      }
    });

    it('stay as they were behind a cursor while new movements arrive', async () => {
      const first = await pageOf(ada, '&limit=5');
      const before = await pageOf(ada, `&limit=5&cursor=${first.next_cursor}`);
      await platform.fund(ada, 'NGN', '0.01');
      const after = await pageOf(ada, `&limit=5&cursor=${first.next_cursor}`);
      expect(uuids(after.data)).toEqual(uuids(before.data));
    });

    it('contain the same as the history of the wallet, and are the same on the personal API', async () => {
      const { data } = await pageOf(ada, '&limit=3');
      const [wallet] = await walletsOf(ada);
      const path = 'transactions.php?action=list&limit=3';
      expect((await platform.get('app', path, { token: ada.token })).body.data.data).toEqual(data);
      for (const host of ['business', 'app'] as const) {
        const { body } = await platform.get(host, 'wallet.php?action=history&limit=3', { token: ada.token });
        const rows = (body.data.data as Listed[]).map((row) => ({
          ...row,
          wallet_id: wallet!.id,
          bucket: 'available',
        }));
        expect(data).toEqual(rows);
      }
    });

    it('are of all wallets with what is held, or of the currency named', async () => {
      const [user, seller] = [await platform.signUp(), await platform.signUp()];
      await platform.fund(user, 'NGN', '100.00');
      // Movements of one millisecond have no order between wallets.
      platform.clock.advance({ ms: 1 });
      await platform.fund(user, 'GBP', '2.00');
      const escrow = { beneficiary: seller.usertag, amount: 10, description: 'A pen', pin: user.pin };
      const { status } = await platform.post('business', 'escrow.php?action=create', escrow, {
        token: user.token,
      });
      expect(status).toBe(200);
      const wallets = await walletsOf(user);
      const idOf = (code: string) => wallets.find(({ currency_code }) => currency_code === code)!.id;
      const locked = { type: 'escrow_lock', currency: 'NGN', wallet_id: idOf('NGN') };
      const naira = [
        { ...locked, bucket: 'available', direction: 'debit' },
        { ...locked, bucket: 'locked', direction: 'credit' },
      ];
      const pounds = { amount: 2, currency: 'GBP', wallet_id: idOf('GBP'), bucket: 'available' };
      const first = { amount: 100, currency: 'NGN', wallet_id: idOf('NGN'), bucket: 'available' };
      const all = await pageOf(user);
      expect([all.data, all.total]).toMatchObject([[...naira, pounds, first], 4]);
      const one = await pageOf(user, '&currency=ngn');
      expect([one.data, one.total]).toMatchObject([[...naira, first], 3]);
      expect(await pageOf(user, '&currency=gbp')).toMatchObject({ data: [pounds], total: 1 });
      expect((await list(user, '&currency=ZAR')).status).toBe(404);
      const filtered = await pageOf(user, '&type=escrow_lock&limit=1');
      expect([filtered.total, filtered.data]).toMatchObject([2, [naira[0]]]);
      const next = await pageOf(user, `&type=escrow_lock&limit=1&cursor=${filtered.next_cursor}`);
      expect(next).toMatchObject({ data: [naira[1]], next_cursor: null });
    });

    it('show each movement of several wallets once, by number and by cursor, while others are booked', async () => {
      const user = await platform.signUp();
      const booked: string[] = [];
      for (let i = 1; i <= 30; i++) {
        const currency = (['NGN', 'USD', 'NGN', 'EUR', 'GBP'] as const)[i % 5]!;
        await platform.fund(user, currency, `${i}.00`);
        platform.clock.advance({ ms: 1 });
        booked.unshift(`${i} ${currency}`);
      }
      const named = (rows: Listed[]) => rows.map(({ amount, currency }) => `${amount} ${currency}`);
      const numbered: Listed[] = [];
      for (let page = 1; page <= 5; page++)
        numbered.push(...(await pageOf(user, `&limit=7&page=${page}`)).data);
      expect(named(numbered)).toEqual(booked);
      const followed: Listed[] = [];
      let page = await pageOf(user, '&limit=7');
      for (followed.push(...page.data); page.next_cursor; followed.push(...page.data)) {
        // In a wallet that the list has begun, in one that it has not, and in a new one.
        for (const currency of ['NGN', 'GBP', 'ZAR'] as const) await platform.fund(user, currency, '0.01');
        page = await pageOf(user, `&limit=7&cursor=${page.next_cursor}`);
      }
      expect(named(followed)).toEqual(booked);
    });

    it('continue by cursor the list of the same currency only', async () => {
      const { next_cursor: cursor } = await pageOf(ada, '&limit=1&currency=NGN');
      for (const filter of ['', '&currency=USD']) {
        const { status, body } = await platform.get(
          'business',
          `transactions.php?action=list&cursor=${cursor}${filter}`,
          { token: ada.token },
        );
        expect([status, body.errors]).toMatchObject([400, [{ field: 'cursor' }]]);
      }
    });

    it('end by number at the ten thousandth transaction, and go on by cursor', async () => {
      const user = await platform.signUp();
      await platform.fund(user, 'NGN', '1.00');
      const [wallet] = await walletsOf(user);
      // Numbers of movements that the list only counts.
      await platform.sql('UPDATE ledger.balances SET seq = 20000 WHERE account_id = $1', [wallet!.id]);
      expect((await list(user, '&limit=100&page=102')).body.errors[0].field).toBe('page');
      expect((await list(user, '&limit=100&page=101')).status).toBe(200);
      await platform.sql('UPDATE ledger.balances SET seq = 1 WHERE account_id = $1', [wallet!.id]);
    });

    it.each([
      ...['page=0', 'page=-1', 'page=1e21', 'page=1.5', 'page=NaN', 'page=1&page=2', 'page=%31%00'],
      ...['limit=0', 'limit=101', 'limit=1e9', 'limit=-5', 'limit=20&limit=20'],
      ...[
        'cursor=0',
        'cursor=-1',
        'cursor=abc',
        'cursor=1e3',
        'cursor=9999999999999999999',
        'cursor=1&cursor=2',
      ],
      ...['type=gift', 'type=transfer&type=deposit'],
      ...[
        'from=yesterday',
        'from=2026-02-30',
        'to=2026-13-01',
        'to=1795225745',
        'from=2026-01-01&from=2026-01-02',
      ],
      ...[
        `q=${'x'.repeat(101)}`,
        'q=%00',
        'q=a&q=b',
        'q=%ED%A0%80',
        'currency=XAU',
        'currency=NGN&currency=USD',
      ],
    ])('refuse %s', async (query) => {
      const { status, body } = await list(ada, `&${query}`);
      // A lone surrogate does not survive the URL: it arrives as replacement characters, which match nothing.
      if (query === 'q=%ED%A0%80') expect([status, body.data?.total]).toEqual([200, 0]);
      else expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    });
  });

  describe('a record', () => {
    it('shows each side its own, by the same uuid', async () => {
      const uuid = await pay(ada, ben, 250.55, 'Two bags of rice');
      const shared = {
        uuid,
        wallet_id: expect.any(String),
        bucket: 'available',
        type: 'transfer',
        amount: 250.55,
        currency: 'NGN',
        status: 'completed',
        reference: uuid,
        description: 'Two bags of rice',
        created_at: expect.stringMatching(/^\d{4}-.*T.*\.\d{3}Z$/),
        metadata: { from: ada.usertag, to: ben.usertag, received: '250.55', received_currency: 'NGN' },
      };
      const [sent] = (await pageOf(ada, '&limit=1')).data;
      expect(sent).toEqual({
        ...shared,
        direction: 'debit',
        fee: 0.26,
        balance_after: expect.any(Number),
        counterparty: { usertag: ben.usertag, name: 'Eze & Sons 100%', type: 'business' },
      });
      const [received] = (await pageOf(ben, '&limit=1')).data;
      expect(received).toEqual({
        ...shared,
        direction: 'credit',
        fee: 0,
        balance_after: 250.55,
        counterparty: { usertag: ada.usertag, name: 'Ada Obi', type: 'personal' },
      });
    });

    it('adds in detail the postings on the own accounts alone, and what it belongs to', async () => {
      const uuid = await pay(ada, ben, 10, 'Detail');
      const wallet = (await platform.get('business', 'wallet.php?action=wallets', { token: ada.token })).body
        .data[0];
      const { status, body } = await detail(ada, uuid);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, uuid, direction: 'debit', amount: 10, fee: 0.01 });
      expect(body.related).toEqual({ type: 'transfer', id: uuid });
      expect(body.postings).toEqual([
        ...[
          {
            wallet_id: wallet.id,
            account: 'available',
            amount: -10.01,
            currency: 'NGN',
            balance_after: +wallet.balance,
          },
        ],
      ]);
      expect((await detail(ben, uuid)).body.postings).toMatchObject([{ amount: 10 }]);
    });

    it('answers the same 404 for a transaction of others as for an unknown one', async () => {
      const [stranger, uuid] = [await platform.signUp(), await pay(ada, ben, 1)];
      const answers = [
        await detail(stranger, uuid),
        await detail(stranger, '01939d2f-0000-7000-8000-000000000000'),
      ];
      const [foreign, absent] = answers.map(({ status, body }) => ({ status, ...body, request_id: '' }));
      expect(foreign).toEqual(absent);
      expect(foreign).toMatchObject({ status: 404, error_code: 'NOT_FOUND' });
    });

    it.each(['', 'abc', '%00', '01939d2f-0000-7000-8000-00000000000', '1&uuid=2'])(
      'is not asked for by %p',
      async (uuid) => {
        expect((await detail(ada, uuid)).status).toBe(400);
      },
    );
  });

  describe('filters', () => {
    let payer: TestUser;
    let ids: Record<'rice' | 'salt' | 'back', string>;
    beforeAll(async () => {
      payer = await platform.signUp({ first_name: 'Zainab', last_name: 'Bello' });
      await platform.fund(payer, 'NGN', '1000.00');
      ids = {
        rice: await pay(payer, ben, 5, 'rice_50% off'),
        salt: await pay(payer, ada, 6, 'salt'),
        back: await pay(ada, payer, 7, 'change'),
      };
    });

    it('select by type', async () => {
      expect((await pageOf(payer, '&type=transfer')).total).toBe(3);
      expect((await pageOf(payer, '&type=adjustment')).total).toBe(1);
      expect((await pageOf(payer, '&type=payout')).total).toBe(0);
    });

    it.each([
      ['RICE', ['rice']],
      ['rice_50%25', ['rice']],
      ['rice%2550', []],
      ['e_5', ['rice']],
      ['ice%2F50', []],
      ['%25', ['rice']],
      ['obi', ['back', 'salt']],
      ['eze %26 sons', ['rice']],
      ["'; DROP TABLE users; --", []],
      ['%5C', []],
    ] as const)('select by description, reference or counterparty: %s', async (q, expected) => {
      const { data, total } = await pageOf(payer, `&q=${q}`);
      expect(uuids(data).sort()).toEqual(expected.map((name) => ids[name]).sort());
      expect(total).toBe(expected.length);
    });

    it('select by a text with joiners, pasted with marks around it', async () => {
      const reader = await platform.signUp();
      await platform.fund(reader, 'NGN', '10.00');
      const uuid = await pay(reader, ben, 8, 'نمی\u200cخواهم');
      const found = await pageOf(reader, `&q=${encodeURIComponent('\u200eمی\u200cخواهم\u200f')}`);
      expect(uuids(found.data)).toEqual([uuid]);
    });

    it('select by reference and by tag, with or without its @', async () => {
      expect(uuids((await pageOf(payer, `&q=${ids.salt}`)).data)).toEqual([ids.salt]);
      expect((await pageOf(payer, `&q=@${ada.usertag}`)).total).toBe(2);
    });

    it('select by time: whole days in UTC, or instants', async () => {
      const user = await platform.signUp();
      await platform.fund(user, 'NGN', '1.00');
      const [first] = (await pageOf(user)).data;
      const day = first!.created_at.slice(0, 10);
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      const counts = async (query: string) => (await pageOf(user, `&${query}`)).total;
      expect(await counts(`from=${day}`)).toBe(1);
      expect(await counts(`to=${day}`)).toBe(1);
      expect(await counts(`from=${day}&to=${day}`)).toBe(1);
      expect(await counts(`from=${next}`)).toBe(0);
      expect(await counts(`from=${first!.created_at}`)).toBe(1);
      expect(await counts(`to=${first!.created_at}`)).toBe(0);
      expect(await counts(`from=${next}&to=${day}`)).toBe(0);
    });
  });

  it('the service refuses unknown callers', async () => {
    for (const action of ['list', 'detail&uuid=01939d2f-0000-7000-8000-000000000000']) {
      expect((await platform.get('business', `transactions.php?action=${action}`)).status).toBe(401);
    }
  });
});
