import { CARDS } from '../../support/test-cards';
import { startPlatform, type Platform } from '../../support/platform';
import type { TestUser } from '../../support/people';
import { Bank } from '../business-api/card-deposits';
import { card } from './cards';

let platform: Platform;
let ada: TestUser;

beforeAll(async () => {
  platform = await startPlatform();
  ada = await platform.signUp({ first_name: 'Ada', last_name: 'Obi' });
});

afterAll(() => platform?.proveAndStop());

async function openDeposit(fields: object = {}) {
  const body = { method: 'checkout', amount: 750, currency: 'NGN', ...fields };
  const {
    body: deposit,
    text,
    status,
  } = await platform.post('business', 'deposit.php?action=init', body, { token: ada.token });
  if (status !== 200) throw new Error(text);
  const sessionToken = deposit.checkout_url.split('/pay/')[1] as string;
  const [row] = await platform.sql<{ session_id: string }>(
    'SELECT session_id FROM checkout_sessions WHERE order_ref = $1',
    [deposit.tx_ref],
  );
  return { deposit, sessionToken, session_id: row!.session_id };
}

type Opened = Awaited<ReturnType<typeof openDeposit>>;

const pay = ({ session_id, sessionToken }: Opened, number: string) =>
  platform.post(
    'checkout',
    'sessions.php?action=pay-card',
    { session_id, card: card(number) },
    { sessionToken },
  );

describe('a deposit on the hosted page', () => {
  it('credits the depositor’s wallet as a deposit, once', async () => {
    const before = Number(await platform.balanceOf(ada));
    const opened = await openDeposit();
    const page = await (await fetch(opened.deposit.checkout_url)).text();
    expect(page).toContain('Add to your wallet');
    const paid = await pay(opened, CARDS.approved);
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    expect(Number(await platform.balanceOf(ada))).toBe(before + 750);
    const { body } = await platform.get('business', `wallet.php?action=history&q=${opened.deposit.tx_ref}`, {
      token: ada.token,
    });
    expect(body.data.data).toMatchObject([{ type: 'deposit', direction: 'credit', amount: 750 }]);
    expect((await pay(opened, CARDS.approved)).status).toBe(409);
  });

  it('publishes a deposit, not a payment', async () => {
    const opened = await openDeposit();
    await pay(opened, CARDS.declined);
    await pay(opened, CARDS.approved);
    const types = await platform.sql<{ type: string }>(
      `SELECT type FROM outbox WHERE payload->>'sessionId' = $1 OR payload->>'txRef' = $2 ORDER BY created_at`,
      [opened.session_id, opened.deposit.tx_ref],
    );
    expect(types.map(({ type }) => type)).toEqual(['deposit.confirmed']);
  });

  it('is charged and credited in its own currency where that is another one', async () => {
    const opened = await openDeposit({ amount: 20, currency: 'USD' });
    const paid = await pay(opened, CARDS.approved);
    expect(paid.body).not.toHaveProperty('charged');
    expect(await platform.balanceOf(ada, 'USD')).toBe('20.00');
  });

  it('credits what the gateway took where that is another amount', async () => {
    const before = Number(await platform.balanceOf(ada));
    await new Bank(platform).order('amount-mismatch');
    const paid = await pay(await openDeposit(), CARDS.approved);
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    expect(Number(await platform.balanceOf(ada))).toBe(before + 749);
  });

  it('is visible to its owner only: no key verifies or lists it', async () => {
    const { session_id } = await openDeposit();
    const merchant = await platform.merchant();
    const key = merchant.live.secret_key;
    expect((await platform.get('checkout', `sessions.php?session_id=${session_id}`, { key })).status).toBe(
      404,
    );
    const body = { session_id, card: card(CARDS.approved) };
    expect((await platform.post('checkout', 'sessions.php?action=pay-card', body, { key })).status).toBe(404);
  });
});
