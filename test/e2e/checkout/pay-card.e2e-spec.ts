import { startPlatform } from '../../support/platform';
import type { Platform } from '../../support/platform';
import type { TestMerchant } from '../../support/people';
import { CARDS, Shop } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});
afterAll(() => platform.stop());

it('smoke', async () => {
  const session = await shop.open();
  console.log(session);
  for (const name of ['declined', 'approved'] as const) {
    const paid = await shop.pay(session, CARDS[name]);
    console.log(paid.status, paid.text);
  }
  console.log((await shop.verify(session.session_id)).text);
  await platform.verifyBooks();
});
