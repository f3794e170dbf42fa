import type { Currency } from '@app/kernel';

/** An exact ratio, computed without the product's arithmetic. */
export interface Ratio {
  over: bigint;
  under: bigint;
}

export interface Line {
  /** Set from the first response that contains it. */
  uuid?: string;
  at: number;
  /** Change of the balance. */
  change: bigint;
  fee: bigint;
  balance: bigint;
  counterparty: string | null;
  description: string | null;
  reference: string | null;
  journal: ReferenceJournal;
}

/** A line before it is booked. */
type NewLine = Omit<Line, 'balance' | 'journal' | 'at'>;
/** Change of an account of the service. */
export type ServiceMove = [code: string, currency: Currency, change: bigint];

/** All effects of one booking. */
export interface ReferenceJournal {
  type:
    | 'transfer'
    | 'payroll'
    | 'deposit'
    | 'checkout'
    | 'invoice'
    | 'refund'
    | 'chargeback'
    | 'reversal'
    | 'escrow_lock'
    | 'escrow_release'
    | 'escrow_refund'
    | 'payout'
    | 'subscription'
    | 'payout_refund';
  entries: { wallet: ReferenceWallet; line: Line }[];
  service: ServiceMove[];
  isReversed: boolean;
  /** Of a withdrawal; all others are completed. */
  status?: 'pending' | 'completed' | 'failed';
}

export class ReferenceWallet {
  balance = 0n;
  /** Held besides the balance: in escrow for others, or by buyers for its owner. */
  locked = 0n;
  readonly lines: Line[] = [];

  constructor(
    readonly currency: Currency,
    public id: string | null = null,
  ) {}
}

export class ReferenceAccount {
  readonly wallets = new Map<Currency, ReferenceWallet>();

  constructor(
    readonly usertag: string,
    readonly email: string,
    public primary: Currency,
  ) {
    this.wallets.set(primary, new ReferenceWallet(primary));
  }

  /** The named wallet, or the primary one. */
  wallet(currency: Currency | undefined): ReferenceWallet | undefined {
    return this.wallets.get(currency ?? this.primary);
  }

  ensure(currency: Currency): ReferenceWallet {
    const wallet = this.wallets.get(currency) ?? new ReferenceWallet(currency);
    this.wallets.set(currency, wallet);
    return wallet;
  }
}

const RATE_LIVES_MS = 2 * 3600 * 1000;

/**
 * The expected ledger, in memory and in smallest units. It restates the specification and shares no code with the
 * product.
 */
export class ReferenceBooks {
  readonly accounts: ReferenceAccount[] = [];
  /** Changes of the service's accounts, by "code CUR". */
  readonly service = new Map<string, bigint>();
  private readonly rates = new Map<Currency, Ratio & { asOf: number }>();
  private readonly checkoutRates = new Map<Currency, Ratio>();
  private readonly spreads = new Map<string, bigint>();
  private readonly outgoingDays = new Map<string, bigint>();

  constructor(public now: number) {}

  /** A rate from before the known one is not served. */
  setRate(currency: Currency, rate: Ratio, asOf: number): void {
    const known = this.rates.get(currency);
    if (!known || asOf >= known.asOf) this.rates.set(currency, { ...rate, asOf });
  }

  /** In hundredths of a percent, in both directions. */
  setSpread(a: Currency, b: Currency, basisPoints: bigint): void {
    this.spreads.set([a, b].sort().join(), basisPoints);
  }

  setCheckoutRate(currency: Currency, rate: Ratio): void {
    this.checkoutRates.set(currency, rate);
  }

  /** 0.1 %, rounded up. */
  feeOf(minor: bigint): bigint {
    return (minor + 999n) / 1000n;
  }

  /** Of a payment into escrow: 1.5 %, rounded up, in addition to the amount. */
  escrowFeeOf(minor: bigint): bigint {
    return (minor * 15n + 999n) / 1000n;
  }

  /** The largest amount that a balance covers together with its fee. */
  affordable(balance: bigint): bigint {
    let most = (balance * 1000n) / 1001n;
    while (most + 1n + this.feeOf(most + 1n) <= balance) most += 1n;
    while (most > 0n && most + this.feeOf(most) > balance) most -= 1n;
    return most;
  }

  /** At the live rates less the spread, rounded down; null if a rate is missing or too old. */
  converted(minor: bigint, from: Currency, to: Currency): bigint | null {
    if (from === to) return minor;
    const [source, target] = [this.live(from), this.live(to)];
    if (!source || !target) return null;
    const kept = 10_000n - (this.spreads.get([from, to].sort().join()) ?? 0n);
    return (minor * target.over * source.under * kept) / (target.under * source.over * 10_000n);
  }

  /** US cents at the live rates, rounded up; null if a rate is missing or too old. */
  centsOf(minor: bigint, from: Currency): bigint | null {
    if (from === 'USD') return minor;
    const [source, dollar] = [this.live(from), this.live('USD')];
    if (!source || !dollar) return null;
    const under = dollar.under * source.over;
    return (minor * dollar.over * source.under + under - 1n) / under;
  }

  /** US cents that an owner has sent out on a day, without what has failed. */
  outgoing(day: string): bigint {
    return this.outgoingDays.get(day) ?? 0n;
  }

  countOutgoing(day: string, cents: bigint): void {
    this.outgoingDays.set(day, this.outgoing(day) + cents);
  }

  /**
   * The charge of a card for a session, in NGN, rounded up: at the rate that staff have set, or at the newest live rate
   * where that is more. Null if staff have set none, or one more than 2 % from a live rate that is not too old.
   */
  charged(minor: bigint, currency: Currency): bigint | null {
    if (currency === 'NGN') return minor;
    const rate = this.checkoutRate(currency)?.most;
    return rate ? (minor * rate.over + rate.under - 1n) / rate.under : null;
  }

  /** What it costs to return so many kobo, rounded up: at the lesser one of these rates. Null as for a charge. */
  costOf(charge: bigint, currency: Currency): bigint | null {
    if (currency === 'NGN') return charge;
    const rate = this.checkoutRate(currency)?.least;
    return rate ? (charge * rate.under + rate.over - 1n) / rate.over : null;
  }

  /** The newest live rate of any age: naira for one unit of the currency. */
  nairaFor(currency: Currency): Ratio {
    const [source, naira] = [this.rates.get(currency)!, this.rates.get('NGN')!];
    return { over: naira.over * source.under, under: naira.under * source.over };
  }

  private checkoutRate(currency: Currency): { least: Ratio; most: Ratio } | null {
    const set = this.checkoutRates.get(currency);
    const live = this.nairaFor(currency);
    if (!set) return null;
    const [ours, theirs] = [set.over * live.under, live.over * set.under];
    const difference = ours > theirs ? ours - theirs : theirs - ours;
    if (this.live(currency) && this.live('NGN') && difference * 100n > theirs * 2n) return null;
    return theirs > ours ? { least: set, most: live } : { least: live, most: set };
  }

  /** Books lines on wallets and changes of the service's accounts as one booking. */
  book(
    type: ReferenceJournal['type'],
    lines: [ReferenceWallet, NewLine][],
    service: ServiceMove[],
  ): ReferenceJournal {
    const journal: ReferenceJournal = { type, entries: [], service, isReversed: false };
    for (const [wallet, line] of lines) {
      wallet.balance += line.change;
      const booked = { ...line, at: this.now, balance: wallet.balance, journal };
      wallet.lines.push(booked);
      journal.entries.push({ wallet, line: booked });
    }
    for (const move of service) this.move(...move);
    return journal;
  }

  move(code: string, currency: Currency, change: bigint): void {
    const name = `${code} ${currency}`;
    this.service.set(name, (this.service.get(name) ?? 0n) + change);
  }

  private live(currency: Currency): Ratio | null {
    const rate = this.rates.get(currency);
    return rate && rate.asOf > this.now - RATE_LIVES_MS ? rate : null;
  }
}

/** The service buys one amount and sells the other; no lines if both have the same currency. */
export function conversion(bought: [Currency, bigint], sold: [Currency, bigint]): ServiceMove[] {
  if (bought[0] === sold[0]) return [];
  return [
    ['fx-pool', ...bought],
    ['fx-pool', sold[0], -sold[1]],
  ];
}
