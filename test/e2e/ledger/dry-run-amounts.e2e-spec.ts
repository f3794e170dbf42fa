import { CARDS, cardOf } from '../../support/test-cards';
import type { CallOptions } from '../../support/http-client';
import type { TestMerchant, TestStaff, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import type { Shop } from '../checkout-api/cards';
import type { Escrows } from '../escrow/escrows';
import { asStranger, DRY, DryRuns, likened, type Request } from './dry-runs';

/** The rates and balances that it tells, and whom. */
describe('X-Dry-Run', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let user: TestUser;
  let other: TestUser;
  let finance: TestStaff;
  let shop: Shop;
  let escrows: Escrows;
  let send: DryRuns['send'];
  let byUser: DryRuns['byUser'];
  let byOther: DryRuns['byOther'];
  let byShop: DryRuns['byShop'];
  let escrow: DryRuns['escrow'];

  beforeAll(async () => {
    const dryRuns = await DryRuns.open();
    ({ platform, merchant, user, other, finance, shop, escrows } = dryRuns);
    ({ send, byUser, byOther, byShop, escrow } = dryRuns);
  });
  afterAll(() => platform?.proveAndStop());

  describe('a conversion', () => {
    let abroad: TestUser;
    beforeAll(async () => {
      abroad = await platform.signUp({ currency: 'USD' });
      await platform.fund(abroad, 'USD', '100.00');
      await setNairaRate(platform, 'USD', '1540.25');
    });

    const liveRate = async (from: string, to: string) => {
      const input = { from, to, amount: 1 };
      const options = { token: user.token };
      const { body } = await platform.post('business', 'payments.php?action=fx-convert', input, options);
      return body.rate as number;
    };
    /** Live rates use what was pulled, those of the checkout what staff have set. */
    const conversions: [string, () => Promise<Request>, () => Promise<object>][] = [
      [
        'wallet.php?action=transfer',
        async () => ({
          ...byUser({ recipient: abroad.usertag, amount: '9000.00', pin: user.pin }),
          unforeseen: { recipient: asStranger(abroad) },
        }),
        async () => ({ rate: await liveRate('NGN', 'USD'), received_currency: 'USD' }),
      ],
      [
        'wallet.php?action=fulfill-request',
        async () => {
          const asked = { recipient: abroad.usertag, amount: 5, currency: 'USD' };
          const { body } = await send('wallet.php?action=request-payment', byUser(asked));
          const input = { request_id: body.request_id as number, pin: abroad.pin };
          return { host: 'business', body: input, options: { token: abroad.token } };
        },
        async () => ({ rate: await liveRate('USD', 'NGN'), received_currency: 'NGN' }),
      ],
      [
        'business.php?section=payroll&action=create',
        async () => {
          const recipients = [abroad, other].map(({ usertag }) => ({ recipient: usertag, amount: 2000 }));
          return byUser({ recipients, pin: user.pin });
        },
        async () => ({ rates: { USD: await liveRate('NGN', 'USD') } }),
      ],
      [
        'sessions.php?action=pay-wallet',
        async () => {
          const { session_id } = await shop.open({ amount: 2, currency: 'USD' });
          return { ...byUser({ session_id, pin: user.pin }), host: 'checkout' };
        },
        async () => ({ rate: 1540.25, charged: 'NGN 3080.50' }),
      ],
      [
        'sessions.php?action=pay-card',
        async () => {
          const { session_id } = await shop.open({ amount: 2, currency: 'USD' });
          const card = { ...cardOf(CARDS.approved), name: 'Ada' };
          return byShop({ session_id, card }, { gw_ref: null, status: 'processing' });
        },
        async () => ({ rate: 1540.25, charged: 'NGN 3080.50' }),
      ],
    ];

    it.each(conversions)('%s shows the rate', async (path, prepare, expected) => {
      const request = await prepare();
      const dry = await send(path, request, DRY);
      const real = await send(path, request);
      for (const answer of [dry, real]) expect(answer).toMatchObject({ status: 200, body: await expected() });
      expect(likened(dry.body)).toEqual(likened({ ...real.body, ...request.unforeseen, dry_run: true }));
    });

    it('shows no rate where nothing is converted', async () => {
      const input = byUser({ recipient: other.usertag, amount: 5, pin: user.pin });
      const { body } = await send('wallet.php?action=transfer', input, DRY);
      expect([body.received_amount, 'rate' in body]).toEqual([5, false]);
    });
  });

  describe('the end of an escrow', () => {
    const EITHER = ['new_balance', 'new_locked_balance'];
    const balancesIn = (body: object) => EITHER.filter((name) => name in body);
    const lockedOf = async (options: CallOptions) => {
      const { body } = await platform.get('business', 'wallet.php?action=balance', options);
      return Number(body.locked_balance);
    };
    const key = () => ({ key: merchant.live.secret_key });
    const heldForMerchant = async () => ({ uuid: (await escrows.paidByWallet(shop, user)).uuid });

    it.each([
      ['release', 'whose money was locked', () => escrow(), () => byUser({ pin: user.pin }), 1015],
      [
        'cancel',
        'on whose wallet it stood',
        heldForMerchant,
        () => ({ ...byUser({}), options: key() }),
        1000,
      ],
    ] as const)(
      'the answer to %s shows the party %s what stays locked',
      async (action, _, made, by, amount) => {
        const [request, input] = [by(), await made()];
        const asked = { ...request, body: { ...request.body, ...input } };
        const before = await lockedOf(request.options);
        const dry = await send(`escrow.php?action=${action}`, asked, DRY);
        expect(dry.body).toMatchObject({ dry_run: true, new_locked_balance: before - amount });
        expect(await lockedOf(request.options)).toBe(before);
        const real = await send(`escrow.php?action=${action}`, asked);
        expect(real.body.new_locked_balance).toBe(before - amount);
        expect(await lockedOf(request.options)).toBe(before - amount);
      },
    );

    it.each([
      ['release', heldForMerchant, () => byUser({ pin: user.pin })],
      ['cancel', () => escrow(), () => byOther({})],
    ] as const)('the answer to %s hides the balance of the other party', async (action, made, by) => {
      const [request, input] = [by(), await made()];
      const asked = { ...request, body: { ...request.body, ...input } };
      for (const headers of [DRY, {}]) {
        const { status, body } = await send(`escrow.php?action=${action}`, asked, headers);
        expect([status, balancesIn(body)]).toEqual([200, []]);
      }
    });

    it('the answer to staff shows what goes back, in the currency it was paid in', async () => {
      await setNairaRate(platform, 'GHS', '100');
      const { uuid } = await escrows.paidByCard(shop, { amount: 100, currency: 'GHS' });
      const merchantSide = { key: merchant.live.secret_key };
      const raised = await escrows.call(merchantSide, 'dispute', { uuid, reason: 'They do not answer' });
      const { dispute_uuid } = raised.body.dispute as { dispute_uuid: string };
      const decision = { dispute_uuid, resolution: 'split', beneficiary_amount: 40, note: 'Both were heard' };
      const request = { host: 'business', body: decision, options: { token: finance.token } };
      const dry = await send('admin.php?section=escrow&action=resolve', request, DRY);
      const expected = {
        returned_amount: 6000,
        returned_currency: 'NGN',
        dispute: { beneficiary_amount: 40 },
      };
      expect(dry.body).toMatchObject({ ...expected, dry_run: true });
      expect(balancesIn(dry.body)).toEqual([]);
      expect((await send('admin.php?section=escrow&action=resolve', request)).body).toMatchObject(expected);
    });
  });
});
