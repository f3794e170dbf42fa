import { randomUUID } from 'node:crypto';
import { Money } from '@app/kernel';
import { Commands } from '@app/write-path';
import { CreditInflow } from '../../../libs/deposits/src/virtual-accounts/commands/credit-inflow';
import { RecordCharge } from '../../../libs/deposits/src/deposits/commands/record-charge';
import type { FoundPayout } from '../../../libs/payouts/src/providers/payout-provider.port';
import { RecordReport } from '../../../libs/payouts/src/withdrawals/commands/record-report';
import { Bank, Depositor } from '../../e2e/business-api/card-deposits';
import { Billing } from '../../e2e/invoices/billing';
import { ElsewhereShop, play, type Session } from '../../e2e/checkout-api/async-payments';
import { tokenOf } from '../../e2e/checkout-api/cards';
import type { TestMerchant, TestStaff } from '../../support/people';
import type { Platform } from '../../support/platform';
import { CARDS, cardOf } from '../../support/test-cards';
import { BY_HAND } from '../../support/withdrawals';

/** Prepares one payment to an account; what is returned pays. */
type Way = (payee: TestMerchant) => Promise<() => Promise<unknown>>;

/** Every path that credits an account. */
export class ClosingWays {
  constructor(
    private readonly platform: Platform,
    private readonly payer: TestMerchant,
    private readonly finance: TestStaff,
  ) {}

  readonly all: Readonly<Record<string, Way>> = {
    transfer: (payee) =>
      Promise.resolve(() =>
        this.post('business', 'wallet.php?action=transfer', { recipient: payee.usertag, amount: 5 }),
      ),
    'payment request': async (payee) => {
      const asked = { recipient: this.payer.usertag, amount: 5 };
      const { body } = await this.platform.post(
        'business',
        'wallet.php?action=request-payment',
        asked,
        payee,
      );
      return () =>
        this.post('business', 'wallet.php?action=fulfill-request', { request_id: body.request_id });
    },
    payroll: (payee) =>
      Promise.resolve(() =>
        this.post('business', 'business.php?section=payroll&action=create', {
          recipients: [{ recipient: payee.usertag, amount: 5 }],
        }),
      ),
    'session by wallet': async (payee) => {
      const { session_id } = await this.shopOf(payee).open();
      return () => this.post('checkout', 'sessions.php?action=pay-wallet', { session_id });
    },
    'session by card': async (payee) => {
      const session = await this.shopOf(payee).open();
      return () => this.payByCard(session);
    },
    'session by bank transfer': (payee) =>
      this.elsewhere(payee, 'NGN', 'exact', (shop, session) => shop.bankTransfer(session)),
    'session by USSD': (payee) =>
      this.elsewhere(payee, 'NGN', 'approve', (shop, session) => shop.ussd(session)),
    'session by mobile money': (payee) =>
      this.elsewhere(payee, 'GHS', 'approve', (shop, session) =>
        shop.mobileMoney(session, `024${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`),
      ),
    'session by external wallet': (payee) =>
      this.elsewhere(payee, 'USD', 'approve', (shop, session) => shop.extwallet(session)),
    'payment link': async (payee) => {
      const { body } = await this.platform.post(
        'business',
        'features.php?section=payment-links&action=create',
        { title: 'A chair', amount: 10, currency: 'NGN' },
        payee,
      );
      return () => this.payOnPage(`${body.url as string}/pay`);
    },
    invoice: async (payee) => {
      const { payment_url } = await new Billing(this.platform, payee, 'live').sent();
      return () => this.payOnPage(`${payment_url}/pay`);
    },
    'transfer to an account number': (payee) =>
      Promise.resolve(() =>
        this.execute(
          new CreditInflow({
            ownerId: payee.id,
            gateway: 'simulator',
            gatewayTransactionId: `inflow-${randomUUID()}`,
            amount: new Money(500n, 'NGN'),
          }),
        ),
      ),
    deposit: async (payee) => {
      await new Depositor(this.platform, payee.id, payee).charge(CARDS.declined);
      const [deposit] = await this.platform.sql<{ id: string; tx_ref: string }>(
        'SELECT id, tx_ref FROM deposits WHERE owner_id = $1',
        [payee.id],
      );
      const { id, tx_ref } = deposit!;
      const amount = new Money(5000n, 'NGN');
      const payment = { gatewayTransactionId: `late-${id}`, gwRef: 'late', amount };
      return () => this.execute(new RecordCharge(id, tx_ref, { kind: 'paid', payment }));
    },
    'withdrawal that fails': async (payee) => {
      const uuid = await this.withdrawn(payee);
      return () =>
        this.staff('payouts&action=fail', { uuid, reason: 'The number is wrong', not_delivered: true });
    },
    'withdrawal that returns': async (payee) => {
      const uuid = await this.withdrawn(payee);
      await this.staff('payouts&action=complete', { uuid, reference: randomUUID(), note: 'Paid by hand' });
      const [row] = await this.platform.sql<{ minor: string; currency: 'KES' }>(
        'SELECT payout_minor AS minor, payout_currency AS currency FROM withdrawals WHERE id = $1',
        [uuid],
      );
      const back: FoundPayout = {
        result: 'found',
        status: 'returned',
        amount: new Money(BigInt(row!.minor), row!.currency),
        matchesDestination: true,
        providerId: null,
        fee: null,
        reason: null,
      };
      return () => this.execute(new RecordReport(uuid, back));
    },
    'escrow that is released': async (payee) => {
      const terms = { beneficiary: payee.usertag, amount: 100, description: 'A chair' };
      const { body } = await this.post('business', 'escrow.php?action=create', terms);
      return () => this.post('business', 'escrow.php?action=release', { uuid: body.uuid as string });
    },
    'escrow that is created': (payee) =>
      Promise.resolve(() =>
        this.post('business', 'escrow.php?action=create', {
          beneficiary: payee.usertag,
          amount: 100,
          description: 'A chair',
        }),
      ),
    'unapplied money that staff apply': async (payee) => {
      await new Bank(this.platform).order('amount-mismatch');
      await this.payByCard(await this.shopOf(payee).open());
      const [row] = await this.platform.sql<{ id: string }>(
        'SELECT id FROM checkout_attempts WHERE owner_id = $1',
        [payee.id],
      );
      return () => this.staff('unapplied&action=apply', { id: row!.id, reason: 'They asked for it' });
    },
  };

  private shopOf(payee: TestMerchant): ElsewhereShop {
    return new ElsewhereShop(this.platform, 'checkout', payee.live.secret_key);
  }

  private execute(command: Parameters<Commands['execute']>[0]): Promise<unknown> {
    return this.platform.inside('business', Commands).execute(command);
  }

  private post(host: 'business' | 'checkout', path: string, body: object) {
    const { token, pin } = this.payer;
    return this.platform.post(host, path, { ...body, pin }, { token });
  }

  private staff(action: string, body: object) {
    return this.platform.post('business', `admin.php?section=${action}`, body, { token: this.finance.token });
  }

  private payByCard(session: { session_id: string; checkout_url: string }) {
    const { session_id } = session;
    const body = { session_id, card: cardOf(CARDS.approved) };
    const sessionToken = tokenOf(session);
    return this.platform.post('checkout', 'sessions.php?action=pay-card', body, { sessionToken });
  }

  private async elsewhere(
    payee: TestMerchant,
    currency: string,
    decision: string,
    begin: (shop: ElsewhereShop, session: Session) => ReturnType<ElsewhereShop['call']>,
  ): Promise<() => Promise<unknown>> {
    const shop = this.shopOf(payee);
    const { body } = await begin(shop, await shop.open({ currency }));
    return () => play((body.simulate_url ?? body.redirect_url) as string, { decision });
  }

  /** The session that the page opens, paid by card; nothing where it opens none. */
  private async payOnPage(address: string): Promise<void> {
    const body = new URLSearchParams({ email: 'buyer@example.com' });
    const opened = await fetch(address, { method: 'POST', redirect: 'manual', body });
    const url = opened.headers.get('location');
    if (url === null) return;
    const checkout_url = url.split('?')[0]!;
    const [row] = await this.platform.sql<{ session_id: string }>(
      `SELECT session_id FROM checkout_sessions WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
      [tokenOf({ checkout_url })],
    );
    await this.payByCard({ session_id: row!.session_id, checkout_url });
  }

  /** A withdrawal that empties the wallet and waits for finance. */
  private async withdrawn(payee: TestMerchant): Promise<string> {
    await this.platform.fund(payee, 'USD', '11.00');
    const initiated = await this.platform.post(
      'business',
      'payout.php?action=initiate',
      { ...BY_HAND, currency: 'USD', pin: payee.pin },
      payee,
    );
    if (initiated.status !== 200) throw new Error(`initiate: ${initiated.text}`);
    return initiated.body.transaction_id as string;
  }
}
