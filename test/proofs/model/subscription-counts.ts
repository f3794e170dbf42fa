import type { Subscription } from './reference-biller';
import type { World } from './world';

/** What the first step of each run brings about. */
export const IN_EACH_RUN = [
  'credits granted',
  'later bills with credit',
  'authorities kept',
  'authorities ended',
  'public subscriptions confirmed',
  'public subscriptions paid and returned',
  'public subscriptions ended unpaid as duplicates',
  'customers changed',
  'changes of customers refused DUPLICATE_SUBSCRIPTION',
];

/** Counts what became of the subscriptions of all worlds of a run. */
export class SubscriptionCounts {
  private readonly counts = new Map<string, number>();

  add({ subscriptions, outcomes }: World): void {
    for (const outcome of outcomes) this.count(outcome, 1);
    for (const one of subscriptions) this.addOne(one);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  toString(): string {
    const sorted = [...this.counts].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([name, count]) => `${count} ${name}`).join(', ');
  }

  private addOne({ events, bills, authorities, dropped }: Subscription): void {
    const granted = events.filter((event) => event.type === 'changed' && event.credit > 0n);
    const used = bills.filter(({ credit }) => credit > 0n);
    this.count('credits granted', granted.length);
    this.count('bills with credit', used.length);
    const isOfChange = (at: number) => granted.some((event) => event.at === at);
    this.count('later bills with credit', used.filter(({ dueAt }) => !isOfChange(dueAt)).length);
    this.count('bills of nothing', bills.filter(({ minor }) => minor === 0n).length);
    this.count('authorities ended', authorities.ended);
    this.count('authorities kept', authorities.kept);
    this.count('scheduled changes dropped', dropped);
    const carriedOut = events.filter((event) => event.type === 'changed').length;
    this.count('changes in effect', carriedOut);
  }

  private count(name: string, by: number): void {
    this.counts.set(name, this.of(name) + by);
  }
}
