import { openedChargeback, paidTestSession } from '../../support/chargebacks';
import { eventually } from '../../support/eventually';
import type { CallOptions } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import type { Platform } from '../../support/platform';
import { Teams } from '../../support/teams';
import { CARDS, cardOf } from '../../support/test-cards';

export type Mode = 'live' | 'test';

/** Kinds of objects that belong to one owner. */
export const KINDS = [
  ...['app', 'webhook', 'delivery', 'event', 'run', 'wallet', 'outgoing-request', 'incoming-request'],
  ...[
    'transaction',
    'escrow',
    'incoming-escrow',
    'dispute',
    'session',
    'session-b',
    'attempt',
    'refund',
    'chargeback',
    'deposit',
    'deposit-charge',
  ],
  ...[
    'payroll',
    'sign-in',
    'invoice',
    'link',
    'payout-account',
    'plan',
    'subscription',
    'subscription-invoice',
  ],
  ...['joined-subscription', 'account', 'member', 'invitation'],
] as const;
export type Kind = string & (typeof KINDS)[number];

const HOST_OF = { live: 'checkout', test: 'sandbox' } as const;

/** A merchant with one object of every kind, in both modes where both have it. */
export class Owner {
  readonly objects: Record<Mode, Map<Kind, string | number>> = { live: new Map(), test: new Map() };
  /** Tokens of a checkout session of each mode, which buyers hold. */
  readonly sessionTokens = {} as Record<Mode, string>;
  /** Of an admin of the team, whose session acts for the account. */
  memberToken = '';

  private constructor(
    private readonly platform: Platform,
    readonly merchant: TestMerchant,
    private readonly friend: TestMerchant,
  ) {}

  /** `endpoint` is a URL that accepts every webhook; `friend` is the other party of what the owner does. */
  static async open(platform: Platform, endpoint: string, friend: TestMerchant): Promise<Owner> {
    const merchant = await platform.merchant();
    await platform.fund(merchant, 'NGN', '1000000.00');
    const owner = new Owner(platform, merchant, friend);
    await owner.makeWalletObjects();
    await owner.joinSubscription();
    await owner.makeTeam();
    for (const mode of ['live', 'test'] as const) {
      await owner.makeSessions(mode);
      await owner.makeInvoices(mode);
      await owner.makeSubscription(mode);
      await owner.makeWebhookObjects(mode, endpoint);
    }
    return owner;
  }

  /** The id of an object, or undefined if the mode has none of its kind. */
  idOf(mode: Mode, kind: Kind): string | number | undefined {
    return this.objects[mode].get(kind);
  }

  private async makeWalletObjects(): Promise<void> {
    const { token, pin, usertag } = this.merchant;
    const { usertag: other, token: othersToken } = this.friend; // Their PINs are the same.
    const live = this.objects.live;
    const wallets = await this.read('wallet.php?action=wallets', { token });
    live.set('wallet', (wallets.data as { id: string }[])[0]!.id);
    const sent = { recipient: other, amount: 5, pin };
    live.set(
      'transaction',
      (await this.send('wallet.php?action=transfer', sent, { token })).transaction_id as string,
    );
    const ask = (recipient: string, by: string) =>
      this.send('wallet.php?action=request-payment', { recipient, amount: 5 }, { token: by });
    live.set('outgoing-request', (await ask(other, token)).request_id as number);
    live.set('incoming-request', (await ask(usertag, othersToken)).request_id as number);
    const terms = { amount: 10, description: 'One chair', pin };
    const escrow = (beneficiary: string, by: string) =>
      this.send('escrow.php?action=create', { ...terms, beneficiary }, { token: by });
    live.set('escrow', (await escrow(other, token)).uuid as string);
    live.set('incoming-escrow', (await escrow(usertag, othersToken)).uuid as string);
    const { uuid } = await escrow(other, token);
    const raised = { uuid, reason: 'The chair did not arrive' };
    const { dispute } = await this.send('escrow.php?action=dispute', raised, { token: othersToken });
    live.set('dispute', (dispute as { dispute_uuid: string }).dispute_uuid);
    const rows = { recipients: [{ recipient: other, amount: 3 }], pin };
    const paid = await this.send('business.php?section=payroll&action=create', rows, { token });
    live.set('payroll', paid.batch_id as string);
    const account = { currency: 'USD', type: 'extwallet', extwallet_email: 'paid@example.com' };
    const saved = await this.send('payout.php?action=add-bank', account, { token });
    live.set('payout-account', saved.id as number);
    const { email, password } = this.merchant;
    await this.send('auth.php?action=login', { email, password }, {});
    const { data: sessions } = await this.read('settings.php?action=sessions', { token });
    const another = (sessions as { id: string; current: boolean }[]).find(({ current }) => !current)!;
    live.set('sign-in', another.id);
    const opened = { amount: 20, currency: 'NGN' };
    live.set('deposit', (await this.send('deposit.php?action=init', opened, { token })).tx_ref as string);
    const charge = { ...opened, card: cardOf(CARDS.otp) };
    live.set(
      'deposit-charge',
      (await this.send('deposit.php?action=charge-card-gw', charge, { token })).gw_ref as string,
    );
  }

  private async makeSessions(mode: Mode): Promise<void> {
    const key = this.merchant[mode].secret_key;
    const host = HOST_OF[mode];
    const create = async () => {
      const body = { amount: 25, currency: 'NGN', expires_in: 43_200 };
      return this.send('sessions.php?action=create', body, { key }, host);
    };
    const made = await create();
    this.objects[mode].set('session', made.session_id as string);
    this.sessionTokens[mode] = new URL(made.checkout_url as string).pathname.split('/').at(-1)!;
    const body = { amount: 2500, currency_code: 'NGN' };
    const variantB = await this.send('session.php?action=create', body, { key }, host);
    const { data } = variantB as { data: { token?: string; session_token?: string } };
    this.objects[mode].set('session-b', (data.token ?? data.session_token)!);
    const pay = { session_id: made.session_id, card: cardOf(CARDS.otp) };
    const waiting = await this.send('sessions.php?action=pay-card', pay, { key }, host);
    this.objects[mode].set('attempt', waiting.gw_ref as string);
    const { session_id } = await create();
    const payment = { session_id, card: cardOf(CARDS.approved) };
    await this.send('sessions.php?action=pay-card', payment, { key }, host);
    const refunded = await this.send('sessions.php?action=refund', { session_id, amount: 5 }, { key }, host);
    this.objects[mode].set('chargeback', await this.chargeback(mode));
    this.objects[mode].set('refund', (refunded.refund as { refund_id: string }).refund_id);
  }

  /** The chargeback of another session. */
  private async chargeback(mode: Mode): Promise<string> {
    if (mode === 'live') return openedChargeback(this.platform, this.merchant);
    const { key, session_id } = await paidTestSession(this.platform, this.merchant);
    const { chargeback } = await this.send(
      'chargebacks.php?action=simulate',
      { do: 'open', session_id },
      { key },
      'sandbox',
    );
    return (chargeback as { chargeback_id: string }).chargeback_id;
  }

  private async makeInvoices(mode: Mode): Promise<void> {
    const key = this.merchant[mode].secret_key;
    const host = mode === 'live' ? 'business' : 'sandbox';
    const invoice = {
      client_name: 'Ada Client',
      client_email: 'ada.client@example.com',
      items: [{ description: 'A chair', quantity: 1, unit_price: 25 }],
    };
    const { id } = await this.send('invoices.php?action=create', invoice, { key }, host);
    this.objects[mode].set('invoice', id as string);
    const path = 'features.php?section=payment-links&action=create';
    const link = await this.send(path, { title: 'A book' }, { key }, host);
    this.objects[mode].set('link', link.id as string);
  }

  private async makeSubscription(mode: Mode): Promise<void> {
    const key = this.merchant[mode].secret_key;
    const send = (action: string, body: object) =>
      this.send(`subscriptions.php?action=${action}`, body, { key }, HOST_OF[mode]);
    const terms = { name: 'Gold', amount: 50, currency: 'NGN', interval: 'monthly' };
    const { plan } = (await send('create-plan', terms)) as { plan: { plan_id: string } };
    const { plan_id } = plan;
    this.objects[mode].set('plan', plan_id);
    const made = await send('subscribe', { plan_id, customer: { email: 'subscriber@example.com' } });
    const { subscription_id } = made.subscription as { subscription_id: string };
    this.objects[mode].set('subscription', subscription_id);
    const { invoice_id } = made.invoice as { invoice_id: string };
    this.objects[mode].set('subscription-invoice', invoice_id);
  }

  private async makeTeam(): Promise<void> {
    const { live } = this.objects;
    const { merchant } = this;
    const teams = new Teams(this.platform);
    this.memberToken = (await teams.member(merchant, 'admin')).token;
    live.set('account', merchant.id);
    live.set('member', (await teams.member(merchant, 'support')).id);
    const invited = { email: 'invited@example.com', role: 'finance', pin: merchant.pin };
    const { invitation_id } = await this.send('team.php?action=invite', invited, { token: merchant.token });
    live.set('invitation', invitation_id as string);
  }

  /** The owner is a customer of the friend, who may charge the owner's wallet. */
  private async joinSubscription(): Promise<void> {
    const { email, token, pin } = this.merchant;
    const send = (action: string, body: object) =>
      this.send(`subscriptions.php?action=${action}`, body, { key: this.friend.live.secret_key }, 'checkout');
    const terms = { name: 'Silver', amount: 5, currency: 'NGN', interval: 'monthly' };
    const { plan_id } = (await send('create-plan', terms)).plan as { plan_id: string };
    const request = { plan_id, customer: { email }, billing_mode: 'wallet_auto' };
    const { subscription, invoice } = await send('subscribe', request);
    const { checkout_session_id: session_id } = invoice as { checkout_session_id: string };
    await this.send('sessions.php?action=pay-wallet', { session_id, pin }, { token }, 'checkout');
    const { subscription_id } = subscription as { subscription_id: string };
    this.objects.live.set('joined-subscription', subscription_id);
  }

  private async makeWebhookObjects(mode: Mode, url: string): Promise<void> {
    const { token } = this.merchant;
    const { app_id } = this.merchant[mode];
    const objects = this.objects[mode];
    objects.set('app', app_id);
    const { id } = await this.send('business.php?section=webhooks&action=create', { app_id, url }, { token });
    objects.set('webhook', id as string);
    // Events of an account go to all apps of its mode, so that one action in each mode gives each app an event.
    const key = this.merchant[mode].secret_key;
    const { session_id } = await this.send(
      'sessions.php?action=create',
      { amount: 25, currency: 'NGN' },
      { key },
      HOST_OF[mode],
    );
    const card = cardOf(CARDS.approved);
    await this.send('sessions.php?action=pay-card', { session_id, card }, { key }, HOST_OF[mode]);
    const list = `business.php?section=webhooks&action=deliveries&webhook_id=${String(id)}`;
    const delivery = await eventually(
      async () =>
        (await this.read(list, { token })).data.data[0] as { id: string; event_id: string } | undefined,
    );
    objects.set('delivery', delivery.id);
    objects.set('event', delivery.event_id);
    if (mode === 'live') return; // Conformance runs are for endpoints of test apps.
    const examined = await this.send('business.php?section=webhooks&action=conformance', { id }, { token });
    objects.set('run', examined.run_id as string);
  }

  private async send(
    path: string,
    body: object,
    by: CallOptions,
    host: 'business' | 'checkout' | 'sandbox' = 'business',
  ): Promise<Record<string, unknown>> {
    const answer = await this.platform.post(host, path, body, by);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as Record<string, unknown>;
  }

  private async read(path: string, by: CallOptions) {
    const answer = await this.platform.get('business', path, by);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape differs by action
    return answer.body as Record<string, any>;
  }
}
