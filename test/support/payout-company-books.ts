import { parseMajorToMinor } from '@app/kernel';

export type CompanyStatus =
  'pending' | 'delivered' | 'failed' | 'returned' | 'unclaimed' | 'held' | 'puzzling';

/** What a request to pay contains, in either protocol. */
export interface Order {
  reference: string;
  amount: string;
  currency: string;
  account: string;
  isTransfer: boolean;
}

export interface CompanyPayout extends Order {
  id: string;
  status: CompanyStatus;
  /** What the account got, in minor units, so long as it has not come back. */
  paid: bigint;
  /** Once closed the company changes and pays it no more. */
  isClosed: boolean;
}

const FEES: Record<string, string> = { NGN: '10.75' };

/** The books of a payout company: each reference once, and the money that went out for it. */
export class CompanyBooks {
  private readonly payouts = new Map<string, CompanyPayout>();
  /** Minor units that left our balance beside fees, by the name of our float, e.g. `bank-payout-float NGN`. */
  readonly outgoing = new Map<string, bigint>();
  private lastId = 7_000_000;

  byReference(reference: string): CompanyPayout | undefined {
    return this.payouts.get(reference);
  }

  byId(id: string): CompanyPayout | undefined {
    return [...this.payouts.values()].find((payout) => payout.id === id);
  }

  take(order: Order, isOtherAmount: boolean): CompanyPayout {
    if (this.payouts.has(order.reference)) throw new Error(`${order.reference} is taken twice`);
    const amount = isOtherAmount ? (Number(order.amount) + 1).toFixed(2) : order.amount;
    const payout = { ...this.imagined(order), amount };
    this.payouts.set(order.reference, payout);
    return payout;
  }

  /** A payout that is in no books. */
  imagined(order: Order): CompanyPayout {
    return { ...order, id: String(++this.lastId), status: 'pending', paid: 0n, isClosed: false };
  }

  become(payout: CompanyPayout, status: CompanyStatus): void {
    if (payout.isClosed || payout.status === status) return;
    payout.status = status;
    if (status === 'delivered') this.pay(payout);
    if (status === 'returned') this.bringBack(payout);
  }

  cancel(payout: CompanyPayout): boolean {
    if (payout.isClosed || payout.status !== 'unclaimed') return false;
    payout.status = 'returned';
    return (payout.isClosed = true);
  }

  /** Support ends what has no end: what was not paid never will be. */
  close(reference: string): void {
    const payout = this.payouts.get(reference);
    if (!payout || payout.isClosed) return;
    if (payout.paid === 0n) payout.status = 'failed';
    payout.isClosed = true;
  }

  private pay(payout: CompanyPayout): void {
    if (payout.paid > 0n) throw new Error(`${payout.reference} is paid twice`);
    payout.paid = parseMajorToMinor(payout.amount)!;
    this.move(payout, payout.paid);
  }

  private bringBack(payout: CompanyPayout): void {
    this.move(payout, -payout.paid);
    payout.paid = 0n;
  }

  private move({ isTransfer, currency }: Order, minor: bigint): void {
    const name = `${isTransfer ? 'bank' : 'extwallet'}-payout-float ${currency}`;
    this.outgoing.set(name, (this.outgoing.get(name) ?? 0n) + minor);
  }
}

export const feeOf = ({ currency }: Order): string => FEES[currency] ?? '0.00';
