import { Commands } from '@app/write-path';
import { SetCheckoutRate } from '@app/fx';
import { type Currency, Rate } from '@app/kernel';
import { setSpread } from '../../support/rates';
import type { Platform } from '../../support/platform';
import type { Reply, Service } from './service';
import { MODELLED, type Modelled } from './step';
import type { World } from './world';

type Kind = 'transfer' | 'payroll' | 'request' | 'checkout';
type Conversion = { kind: Kind; from: number; to: number; permille: bigint };

export type Step =
  | Conversion
  | { kind: 'market'; permille: bigint[] }
  | { kind: 'checkout-rate'; base: Currency; permille: bigint }
  | { kind: 'spread'; base: Currency; basisPoints: number }
  | { kind: 'wait'; ms: number };

/** Units for one dollar, in millionths. */
const FIRST: Record<Modelled, bigint> = {
  NGN: 1_500_000_000n,
  USD: 1_000_000n,
  EUR: 900_000n,
  GHS: 11_000_000n,
};
const PIN = '1234';
const FUNDS = '50000.00';

/**
 * Converts between four accounts of one owner, each with a wallet in its own currency, over every path that the product
 * has, and throws where a conversion makes them worth more at the live rates of that moment.
 */
export class Conversions {
  done = 0;
  refused = 0;
  readonly kindsDone = new Set<Kind>();
  private readonly live = { ...FIRST };

  constructor(
    private readonly platform: Platform,
    private readonly service: Service,
    private readonly world: World,
  ) {}

  async begin(): Promise<void> {
    for (const [i, currency] of MODELLED.entries())
      await this.platform.fund({ id: this.service.ids[i]! }, currency, FUNDS);
    this.pass(1000);
    await this.publish();
    for (const base of ['USD', 'EUR', 'GHS'] as const)
      await this.take({ kind: 'checkout-rate', base, permille: 0n });
  }

  async take(step: Step): Promise<void> {
    this.pass(1000);
    if (step.kind === 'wait') return this.pass(step.ms);
    if (step.kind === 'market') return this.move(step.permille);
    if (step.kind === 'spread') return setSpread(this.platform, [step.base, 'NGN'], step.basisPoints);
    if (step.kind === 'checkout-rate') return this.setCheckoutRate(step.base, step.permille);
    if (step.from === step.to) return;
    const before = await this.balances();
    const reply = await this.convert(step, before[step.from]!);
    const after = await this.balances();
    if (reply === null) return;
    expect([200, 400]).toContain(reply.status);
    if (reply.status === 200) {
      this.done += 1;
      this.kindsDone.add(step.kind);
    } else {
      this.refused += 1;
      expect(['FX_RATE_UNAVAILABLE', 'VALIDATION_ERROR', 'INSUFFICIENT_FUNDS']).toContain(
        reply.body.error_code,
      );
    }
    if (this.worth(after) > this.worth(before))
      throw new Error(
        `${JSON.stringify(step, text)} made ${before.join(' ')} worth more: ${after.join(' ')}`,
      );
  }

  private async move(permille: bigint[]): Promise<void> {
    MODELLED.forEach((currency, i) => {
      // The dollar is the measure of the others, which stay within half and double of where they began.
      const next = (this.live[currency] * (1000n + permille[i]!)) / 1000n;
      const isFar = next * 2n < FIRST[currency] || next > FIRST[currency] * 2n;
      if (currency !== 'USD' && !isFar) this.live[currency] = next;
    });
    await this.publish();
  }

  private async publish(): Promise<void> {
    const asOf = this.platform.clock.now();
    const rates = new Map(MODELLED.map((currency) => [currency, inMillionths(this.live[currency])]));
    await this.service.rates.add({ base: 'USD', source: 'law', asOf, rates }, asOf);
  }

  /** What staff set, this far from the live rate. */
  private async setCheckoutRate(base: Currency, permille: bigint): Promise<void> {
    const naira = (this.live.NGN * 1000n * (1000n + permille)) / this.live[base as Modelled];
    const command = new SetCheckoutRate(base, 'NGN', Rate.parse(inMillionths(naira)), this.service.ids[0]!);
    await this.platform.inside('business', Commands).execute(command);
  }

  /** Null where the amount comes to nothing. */
  private async convert({ kind, from, to, permille }: Conversion, balance: bigint): Promise<Reply | null> {
    const minor = (balance * permille) / 1000n;
    if (minor === 0n) return null;
    const recipient = this.world.books.accounts[to]!.usertag;
    const payer = this.world.books.accounts[from]!.usertag;
    const currency = MODELLED[from];
    if (kind === 'transfer')
      return this.service.of(from, 'POST', 'wallet.php?action=transfer', { recipient, amount: major(minor) });
    if (kind === 'payroll') {
      const recipients = [{ recipient, amount: major(minor) }];
      return this.asPerson(from, 'business', 'business.php?section=payroll&action=create', { recipients });
    }
    if (kind === 'request') {
      const asked = { recipient: payer, amount: major(minor), currency };
      const { body } = await this.service.of(to, 'POST', 'wallet.php?action=request-payment', asked);
      const request_id = body.request_id as number;
      const reply = await this.service.of(from, 'POST', 'wallet.php?action=fulfill-request', { request_id });
      if (reply.status !== 200)
        await this.service.of(to, 'POST', 'wallet.php?action=cancel-request', { request_id });
      return reply;
    }
    return this.payByWallet(from, to, minor);
  }

  /** A session in the merchant's currency for about `minor` of the buyer's, whose wallet pays it. */
  private async payByWallet(from: number, to: number, minor: bigint): Promise<Reply | null> {
    const due = (minor * this.live[MODELLED[to]!]) / this.live[MODELLED[from]!];
    if (due === 0n) return null;
    const created = await this.service.call({
      host: 'checkout',
      method: 'POST',
      path: 'sessions.php?action=create',
      apiKey: this.service.keys[to]!,
      body: { amount: major(due), currency: MODELLED[to] },
    });
    const { session_id } = created.body as { session_id: string };
    return this.asPerson(from, 'checkout', 'sessions.php?action=pay-wallet', { session_id });
  }

  private async asPerson(account: number, host: 'business' | 'checkout', path: string, body: object) {
    const { headers } = await this.service.signedInAs(account);
    return this.service.call({ host, method: 'POST', path, body: { ...body, pin: PIN }, headers });
  }

  /** What each account holds in its own currency, which is all that it holds. */
  private async balances(): Promise<bigint[]> {
    const rows = await this.platform.sql<{ owner: string; minor: string }>(
      `SELECT w.owner_id AS owner, b.balance_minor::text AS minor FROM wallets w JOIN ledger.balances b ON b.account_id = w.id
        WHERE w.owner_id = ANY ($1)`,
      [this.service.ids],
    );
    expect(rows).toHaveLength(MODELLED.length);
    return this.service.ids.map((id) => BigInt(rows.find(({ owner }) => owner === id)!.minor));
  }

  /** At the newest live rates, as an exact number of no unit that is comparable at the same rates. */
  private worth(balances: readonly bigint[]): bigint {
    const all = MODELLED.reduce((product, currency) => product * this.live[currency], 1n);
    return balances.reduce((sum, minor, i) => sum + (minor * all) / this.live[MODELLED[i]!], 0n);
  }

  private pass(ms: number): void {
    this.platform.clock.advance({ ms });
    this.world.books.now += ms;
  }
}

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
const major = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
const inMillionths = (value: bigint) =>
  `${value / 1_000_000n}.${String(value % 1_000_000n).padStart(6, '0')}`;
