import type { Money } from '@app/kernel';
import { effect, ngn, shown, someExchange, testBookings, usd } from '../../../../test/support/bookings';
import * as file from './subscription.money';
import { SubscriptionCardCharged, SubscriptionCharged } from './subscription.money';

const SENDER = '00000000-0000-7000-8000-000000000001';
const RECIPIENT = '00000000-0000-7000-8000-000000000002';

function cardCharged(amount: Money, taken: Money, gateway = 'flutterwave'): SubscriptionCardCharged {
  return new SubscriptionCardCharged('subscription', 'ada-id', 'live', {
    subscriptionId: 'sub_live_1',
    invoiceId: 'inv_live_1',
    planName: 'Gold',
    customerEmail: 'ada@example.com',
    amount,
    charged: taken,
    gateway,
    gatewayTransactionId: '1',
    cardBrand: 'visa',
    cardLast4: '4242',
    accountId: RECIPIENT,
  });
}

function charged(amount: Money, debited: Money): SubscriptionCharged {
  return new SubscriptionCharged('subscription', 'ada-id', 'live', {
    subscriptionId: 'sub_live_1',
    invoiceId: 'inv_live_1',
    planName: 'Gold',
    amount,
    debited,
    payer: { ownerId: 'ben-id', accountId: SENDER },
    accountId: RECIPIENT,
  });
}

describe('The booking of a charge of a subscription', () => {
  testBookings(file, {
    SubscriptionCharged: someExchange.map(([amount, debited]) => charged(amount, debited)),
    SubscriptionCardCharged: someExchange.map(([amount, taken]) => cardCharged(amount, taken)),
  });

  const sold = { 'fx-pool NGN': 1_600_000n, 'fx-pool USD': -1000n, [RECIPIENT]: 1000n };

  it('takes its money from the wallet of the payer, each side the other’s counterparty', () => {
    const event = charged(usd(1000n), ngn(1_600_000n));
    expect(effect(event)).toEqual({ [SENDER]: -1_600_000n, ...sold });
    expect(event.booking().legs.filter(({ counterpartyId }) => counterpartyId)).toMatchObject([
      { accountId: SENDER, counterpartyId: 'ada-id' },
      { accountId: RECIPIENT, counterpartyId: 'ben-id' },
    ]);
  });

  it('is due from the payment company for a card', () => {
    expect(effect(cardCharged(usd(1000n), ngn(1_600_000n)))).toEqual({
      'card-gateway-clearing NGN': -1_600_000n,
      ...sold,
    });
    expect(effect(cardCharged(ngn(5n), ngn(5n), 'extwallet'))).toHaveProperty(['extwallet-clearing NGN']);
  });

  it.each([
    ['a wallet', charged(ngn(5n), ngn(5n)), 'subscription inv_live_1'],
    ['a card', cardCharged(ngn(5n), ngn(5n)), 'subscription-card inv_live_1'],
  ])('is shown in a history with its invoice and happens once for it: to %s', (_, event, once) => {
    expect(event.booking()).toMatchObject({ amount: ngn(5n), fee: ngn(0n) });
    expect(shown(event)).toEqual({
      type: 'subscription',
      reference: 'inv_live_1',
      description: 'Gold',
      related: { type: 'subscription_invoice', id: 'inv_live_1' },
      once,
    });
  });
});
