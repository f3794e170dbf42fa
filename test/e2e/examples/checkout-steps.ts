import { PaymentGatewaysService } from '../../../libs/charges/src/gateway/payment-gateways.service';
import { CARDS, cardOf } from '../../support/test-cards';
import { openedChargeback, owedChargeback, PayersBank } from '../../support/chargebacks';
import { eventually } from '../../support/eventually';
import { Guest } from '../../support/guests';
import { picture } from '../../support/identity-files';
import type { Step } from './steps';
import type { Stage } from './stage';

type CheckoutHost = 'checkout' | 'sandbox';

/** People pay sessions and subscriptions of live apps. */
const hostOf = ({ host }: Stage): CheckoutHost => (host === 'sandbox' ? 'sandbox' : 'checkout');

interface Opened {
  session_id: string;
  checkout_url: string;
}

/** A new session; later requests of its page carry its token. */
async function opened(stage: Stage, fields: object = {}): Promise<Opened> {
  const body = { amount: 2500, currency: 'NGN', order_ref: 'order-1', ...fields };
  const session = (await stage.post(hostOf(stage), 'sessions.php?action=create', body)) as Opened;
  stage.sessionToken = session.checkout_url.split('/pay/')[1]!;
  return session;
}

const session = async (stage: Stage) => (await opened(stage)).session_id;

/** The buyer of a session in escrow, who has no account. */
const guest = (stage: Stage) =>
  stage.once('guest', async () => {
    const escrowed = await opened(stage, { escrow: true });
    return new Guest(stage.platform, hostOf(stage), escrowed);
  });

const subscriptionsOf = (stage: Stage) => (action: string, body: object) =>
  stage.post(hostOf(stage), `subscriptions.php?action=${action}`, body);

const plan = async (stage: Stage, fields: object = {}): Promise<string> => {
  const terms = { name: 'Gold', amount: 2500, currency: 'NGN', interval: 'monthly', ...fields };
  const made = await subscriptionsOf(stage)('create-plan', terms);
  return (made as { plan: { plan_id: string } }).plan.plan_id;
};

async function subscribed(stage: Stage, plan_id: string, fields: object = {}) {
  const body = { plan_id, customer: { email: 'grace@example.com', name: 'Grace Mensah' }, ...fields };
  const made = await subscriptionsOf(stage)('subscribe', body);
  return made as { subscription: { subscription_id: string }; invoice: { checkout_session_id: string } };
}

/** A subscription that charges the wallet of its customer, who sends the example. */
async function joined(stage: Stage): Promise<string> {
  const customer = await stage.other();
  const plan_id = (await stage.value('plan')) as string;
  const { subscription, invoice } = await subscribed(stage, plan_id, {
    customer: { email: customer.email },
    billing_mode: 'wallet_auto',
  });
  const payment = { session_id: invoice.checkout_session_id, pin: customer.pin };
  await stage.post('checkout', 'sessions.php?action=pay-wallet', payment, { token: customer.token });
  stage.by = { token: customer.token };
  return subscription.subscription_id;
}

const subscription: Step = async (stage) => {
  if (stage.host === 'app') return joined(stage);
  const plan_id = (await stage.value('plan')) as string;
  return (await subscribed(stage, plan_id)).subscription.subscription_id;
};

const trial: Step = async (stage) => {
  const plan_id = await plan(stage, { trial_days: 7 });
  return (await subscribed(stage, plan_id)).subscription.subscription_id;
};

/** The first invoice of a subscription, which a card has paid. */
const paidInvoice: Step = async (stage) => {
  const plan_id = (await stage.value('plan')) as string;
  const { invoice } = (await subscribed(stage, plan_id)) as unknown as {
    invoice: { invoice_id: string; checkout_session_id: string };
  };
  const payment = { session_id: invoice.checkout_session_id, card: cardOf(CARDS.approved) };
  await stage.post(hostOf(stage), 'sessions.php?action=pay-card', payment);
  return invoice.invoice_id;
};

const refundId = (made: unknown) => (made as { refund: { refund_id: string } }).refund.refund_id;

export const CHECKOUT_STEPS: Record<string, Step> = {
  session,
  usd_session: async (stage) => (await opened(stage, { amount: 25, currency: 'USD' })).session_id,
  ghs_session: async (stage) => (await opened(stage, { amount: 25, currency: 'GHS' })).session_id,
  escrow_session: async (stage) => (await guest(stage)).sessionId,
  buyer_email: async (stage) => (await guest(stage)).email,
  buyer_code: async (stage) => {
    const buyer = await guest(stage);
    await buyer.call('buyer-code');
    return buyer.code();
  },
  session_b: async (stage) => {
    const body = { amount: 250000, currency_code: 'NGN' };
    const { data } = await stage.post(hostOf(stage), 'session.php?action=create', body);
    return (data as { session_token: string }).session_token;
  },
  paid_session: async (stage) => {
    const session_id = await stage.value('session');
    const payment = { session_id, card: cardOf(CARDS.approved) };
    await stage.post(hostOf(stage), 'sessions.php?action=pay-card', payment);
    return session_id;
  },
  paid_session_b: async (stage) => {
    const body = { amount: 250000, currency_code: 'NGN' };
    const { data } = await stage.post(hostOf(stage), 'session.php?action=create', body);
    const { session_token, reference: session_id } = data as { session_token: string; reference: string };
    const payment = { session_id, card: cardOf(CARDS.approved) };
    await stage.post(hostOf(stage), 'sessions.php?action=pay-card', payment);
    return session_token;
  },
  /** A payment of the business that sends the example on another host. */
  live_payment: async (stage) => {
    const key = (await stage.merchant()).live.secret_key;
    const body = { amount: 2500, currency: 'NGN', order_ref: 'order-1' };
    const made = (await stage.post('checkout', 'sessions.php?action=create', body, { key })) as Opened;
    const payment = { session_id: made.session_id, card: cardOf(CARDS.approved) };
    await stage.post('checkout', 'sessions.php?action=pay-card', payment, { key });
    return made.session_id;
  },
  open_live_payment: async (stage) => {
    const key = (await stage.merchant()).live.secret_key;
    const body = { amount: 2500, currency: 'NGN', order_ref: 'order-2' };
    return ((await stage.post('checkout', 'sessions.php?action=create', body, { key })) as Opened).session_id;
  },
  /** The address of a customer whose payment is counted. */
  paying_customer: async (stage) => {
    const { live, test, token } = await stage.merchant();
    const isTest = stage.host === 'sandbox';
    const by = { key: isTest ? test.secret_key : live.secret_key };
    const email = 'ada@example.com';
    const body = { amount: 2500, customer: { email, name: 'Ada Lovelace' } };
    const made = (await stage.post(hostOf(stage), 'sessions.php?action=create', body, by)) as Opened;
    const payment = { session_id: made.session_id, card: cardOf(CARDS.approved) };
    await stage.post(hostOf(stage), 'sessions.php?action=pay-card', payment, by);
    const path = `business.php?section=customers&action=show&email=${email}`;
    await eventually(async () => {
      const found = isTest
        ? await stage.platform.get('sandbox', path, by)
        : await stage.platform.get('business', path, { token });
      return found.status === 200;
    });
    return email;
  },
  paid_subscription_invoice: paidInvoice,
  refund: async (stage) => {
    const body = { session_id: await stage.value('paid_session'), amount: 1000, reason: 'Sold out' };
    return refundId(await stage.post(hostOf(stage), 'sessions.php?action=refund', body));
  },
  live_refund: async (stage) => {
    const key = (await stage.merchant()).live.secret_key;
    const body = { session_id: await stage.value('live_payment'), amount: 1000, reason: 'Sold out' };
    return refundId(await stage.post('checkout', 'sessions.php?action=refund', body, { key }));
  },
  pending_refund: (stage) => stage.value('live_refund'),
  completed_refund: async (stage) => {
    const id = await stage.value('live_refund');
    await stage.platform.runJobs();
    return id;
  },
  chargeback: async (stage) => openedChargeback(stage.platform, await stage.merchant()),
  evidence_file: () => picture(),
  chargeback_alert: async ({ platform }) => {
    const bank = new PayersBank(platform);
    await bank.raise('999999999', { amount: '25' });
    await bank.read();
  },
  owed_chargeback: ({ platform }) => owedChargeback(platform),
  transfer_session: async (stage) => {
    const session_id = await stage.value('session');
    await stage.post(hostOf(stage), 'sessions.php?action=pay-bank-transfer', { session_id });
    return session_id;
  },
  waiting_card: async (stage) => {
    const payment = { session_id: await stage.value('session'), card: cardOf(CARDS.otp) };
    return (await stage.post(hostOf(stage), 'sessions.php?action=pay-card', payment)).gw_ref as unknown;
  },
  /** The gateway of the tests has no widget of its own; its public key says that it has. */
  card_widget: (stage) => {
    const gateways = stage.platform.inside('checkout', PaymentGatewaysService);
    const replaced = jest.replaceProperty(
      gateways.gatewayOf('live'),
      'publicKey',
      'FLWPUBK-0123456789abcdef-X',
    );
    stage.end = () => replaced.restore();
    return Promise.resolve(undefined);
  },
  /** A person with money, who pays sessions from their wallet. */
  wallet_buyer: async (stage) => {
    if (stage.host === 'sandbox') return;
    const { token } = await stage.other();
    stage.by = { token };
  },
  plan: (stage) => plan(stage),
  other_plan: (stage) => plan(stage, { name: 'Platinum', amount: 5000 }),
  subscription,
  trial_subscription: trial,
  cancelled_subscription: async (stage) => {
    const subscription_id = await stage.value('subscription');
    const body = { subscription_id, at_period_end: true };
    if (stage.host === 'app') await stage.post('app', 'subscriptions.php?action=cancel', body, stage.by!);
    else await subscriptionsOf(stage)('cancel', body);
    return subscription_id;
  },
  changed_subscription: async (stage) => {
    const subscription_id = await stage.value('trial_subscription');
    const change = { subscription_id, plan_id: await stage.value('other_plan'), when: 'period_end' };
    await subscriptionsOf(stage)('change-plan', change);
    return subscription_id;
  },
  link: async (stage) => {
    const host = stage.host === 'sandbox' ? 'sandbox' : 'business';
    const action = 'features.php?section=payment-links&action=create';
    return (await stage.post(host, action, { title: 'A book', amount: 2500 })).id as unknown;
  },
  draft_invoice: async (stage) => {
    const host = stage.host === 'sandbox' ? 'sandbox' : 'business';
    const body = {
      client_name: 'Grace Client',
      client_email: 'grace@example.com',
      items: [{ description: 'Chair', quantity: 2, unit_price: 12.5 }],
    };
    return (await stage.post(host, 'invoices.php?action=create', body)).id as unknown;
  },
  sent_invoice: async (stage) => {
    const host = stage.host === 'sandbox' ? 'sandbox' : 'business';
    const id = await stage.value('draft_invoice');
    await stage.post(host, 'invoices.php?action=send', { id });
    await eventually(async () => {
      const { mails } = await stage.get(host, `invoices.php?action=detail&id=${String(id)}`);
      return (mails as { ended_at: string | null }[]).every(({ ended_at }) => ended_at !== null);
    });
    return id;
  },
};
