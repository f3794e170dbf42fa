import { parseMajorToMinor } from '@app/kernel';
import { type Asked, FUNDS, type LyingCompany, type Run } from './lying-company';

interface Row {
  id: string;
  status: string;
  currency: 'NGN' | 'USD';
  taken: string;
  amount: string;
  payout: string | null;
  returned: boolean;
  credited: boolean;
  paid_late: boolean;
  /** What is booked as a loss. */
  lost: string;
  withdrawn: number;
  ends: number;
  refunds: string;
}

/** Compares the ended withdrawals with the books of the company. Each method returns the differences; there must be none. */
export class Verdict {
  private readonly counts = new Map<string, number>();
  /** What the company moved beside what it said, by float. */
  private readonly unsaid = new Map<string, bigint>();

  constructor(private readonly lying: LyingCompany) {}

  get summary(): string {
    return [...this.counts].map(([what, count]) => `${count} ${what}`).join(', ');
  }

  async of(run: Run): Promise<string[]> {
    const rows = await this.lying.platform.sql<Row>(
      `SELECT w.id, w.status, w.currency, (w.amount_minor + w.fee_minor)::text AS taken, w.amount_minor::text AS amount,
              w.payout_minor::text AS payout, w.returned_at IS NOT NULL AS returned,
              w.return_credited_at IS NOT NULL AS credited, w.paid_late_at IS NOT NULL AS paid_late,
              w.returns - (w.returned_at IS NOT NULL)::int AS withdrawn,
              (SELECT coalesce(sum(j.amount_minor), 0)::text FROM ledger.journals j
                WHERE j.related_id = w.id::text AND j.type = 'payout_paid_late') AS lost,
              (SELECT count(*)::int FROM ledger.journals j
                WHERE j.related_id = w.id::text AND (j.type = 'payout_completed' OR
                      j.type = 'payout_refund' AND w.status = 'failed')) AS ends,
              (SELECT coalesce(sum(l.amount_minor), 0)::text FROM ledger.legs l JOIN ledger.journals j ON j.id = l.journal_id
                WHERE j.related_id = w.id::text AND l.account_id = w.account_id AND l.amount_minor > 0) AS refunds
         FROM withdrawals w WHERE w.owner_id = $1`,
      [run.merchant.id],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const faults = run.asked.flatMap((asked) => {
      const row = byId.get(asked.uuid);
      return (row ? this.faultsOf(asked, row) : ['is missing']).map(
        (fault) => `${JSON.stringify(asked)} ${fault}`,
      );
    });
    this.count('settled by finance', run.settledByFinance.size);
    return [...faults, ...(await this.walletsOf(run, rows))];
  }

  /** Our floats equal what the company paid out, beside the lies of which the books cannot know. */
  async floats(): Promise<string[]> {
    const { platform, company } = this.lying;
    const rows = await platform.sql<{ name: string; minor: string }>(
      `SELECT f.code || ' ' || f.currency AS name, sum(l.amount)::text AS minor
         FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS l (account_id, amount)
         JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_id IS NULL
         JOIN ledger.accounts f ON f.code = CASE a.code WHEN 'payout-costs' THEN 'bank-payout-float' ELSE a.code END
              AND f.currency = a.currency AND f.owner_id IS NULL
        WHERE a.code IN ('bank-payout-float', 'extwallet-payout-float', 'payout-costs') GROUP BY 1`,
    );
    const booked = new Map(rows.map(({ name, minor }) => [name, BigInt(minor)]));
    return [...new Set([...booked.keys(), ...company.books.outgoing.keys()])].flatMap((name) => {
      const paid = (company.books.outgoing.get(name) ?? 0n) - (this.unsaid.get(name) ?? 0n);
      const has = booked.get(name) ?? 0n;
      return has === paid ? [] : [`${name} has ${has}, the company paid ${paid}`];
    });
  }

  private faultsOf({ uuid, method, fate, sendings }: Asked, row: Row): string[] {
    const payout = this.lying.company.books.byReference(uuid);
    const paid = payout?.paid ?? 0n;
    const faults: string[] = [];
    const refunded = BigInt(row.refunds);
    if (!['completed', 'failed'].includes(row.status) || row.ends !== 1)
      faults.push(`is ${row.status} and ended ${row.ends} times`);
    const due = row.status === 'failed' ? row.taken : row.credited ? row.amount : '0';
    if (refunded !== BigInt(due)) faults.push(`is ${row.status} and got ${refunded} back, not ${due}`);
    if (row.status === 'completed' && !row.returned && paid === 0n)
      faults.push('is completed, and was not paid');
    if (paid > 0n && refunded > 0n) {
      const saidFailed =
        fate === 'delivered after it failed' ||
        fate === 'delivered after its return' ||
        sendings.includes('takes it and refuses it');
      if (!row.paid_late || !saidFailed) faults.push('was paid and refunded');
      this.count('paid after the company had said that they failed or came back');
    }
    if (row.paid_late && paid === 0n) faults.push('is booked as a loss, and was not paid');
    if (row.returned && !row.credited) faults.push('has a return without a credit');
    this.count(row.status);
    if (row.credited) this.count('returned and credited');
    if (row.withdrawn > 0) this.count('reported as returned and then delivered');
    const name = `${method === 'bank' ? 'bank' : 'extwallet'}-payout-float ${payout?.currency}`;
    const booked = row.status === 'completed' && !row.returned ? BigInt(row.payout!) : BigInt(row.lost);
    this.unsaid.set(name, (this.unsaid.get(name) ?? 0n) + paid - booked);
    if (paid !== booked && (row.paid_late || fate !== 'of another amount'))
      faults.push(`paid ${paid}, booked ${booked}`);
    return faults;
  }

  /** The wallets have what they were given less what was taken for withdrawals and did not come back. */
  private async walletsOf({ merchant }: Run, rows: readonly Row[]): Promise<string[]> {
    const faults: string[] = [];
    for (const currency of ['NGN', 'USD'] as const) {
      const [wallet] = await this.lying.platform.sql<{ minor: string }>(
        `SELECT b.balance_minor AS minor FROM wallets w JOIN ledger.balances b ON b.account_id = w.id
          WHERE w.owner_id = $1 AND w.currency_code = $2`,
        [merchant.id, currency],
      );
      const kept = rows.filter((row) => row.currency === currency);
      const out = kept.reduce((sum, { taken, refunds }) => sum + BigInt(taken) - BigInt(refunds), 0n);
      const due = parseMajorToMinor(FUNDS[currency])! - out;
      if (BigInt(wallet!.minor) !== due)
        faults.push(`the ${currency} wallet has ${wallet!.minor}, not ${due}`);
    }
    return faults;
  }

  private count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }
}
