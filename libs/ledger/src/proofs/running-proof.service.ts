import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { AllAuditEntriesScan, NewAuditEntries } from './audit-scans';
import { NewJournals } from './new-journals';
import { AllAccountsScan, AllJournalsScan, AllLegsScan, AllRollupsScan } from './full-scans';
import { ProofRules } from './rules/proof-rules';
import type { FoundFault } from './rules/check';
import { useIndexLookups, inSnapshot } from './snapshot';
import { type Scan, type Step, TableScan } from './scan';

const SECONDS_PER_QUERY = 20;

/** Does not increase while the running proof is stuck. */
const stepsProved = new Counter({
  name: 'ledger_proof_steps_total',
  help: 'Steps of the running proof of the books',
  labelNames: ['walk'],
});

/**
 * Checks the books in steps of limited size: new journals first, then everything in endless rounds. Each step
 * reads one snapshot and holds no lock. Its faults are reported before its position is stored, so a step that
 * is interrupted or run twice is repeated and reports the same faults.
 */
@Injectable()
export class RunningProofService {
  private readonly scans: Scan[];

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    rules: ProofRules,
  ) {
    this.scans = [
      new NewJournals(rules),
      new AllJournalsScan(rules),
      new AllAccountsScan(rules),
      new AllLegsScan(),
      new NewAuditEntries(),
      new AllAuditEntriesScan(),
      new AllRollupsScan(),
      ...rules.tables.map((table) => new TableScan(table)),
    ];
  }

  /** Runs the steps of one run. */
  async runSteps(report: (fault: FoundFault) => Promise<void> | void): Promise<void> {
    for (const scan of this.scans) {
      for (let steps = 0; steps < scan.stepsPerRun; steps++) {
        const { place, step } = await this.look(scan);
        for (const fault of step.faults) await report(fault);
        await this.move(scan, place, step.next);
        stepsProved.inc({ walk: scan.name });
        if (step.isAtEnd) break;
      }
    }
  }

  private look(scan: Scan): Promise<{ place: object | null; step: Step<object> }> {
    return inSnapshot(this.pool, SECONDS_PER_QUERY, async (client) => {
      await useIndexLookups(client);
      const { rows } = await client.query<{ place: object }>(
        'SELECT place FROM book_proof_walks WHERE walk = $1',
        [scan.name],
      );
      const place = rows[0]?.place ?? null;
      return { place, step: await scan.step(client, place ?? scan.start) };
    });
  }

  /** If another scheduler has moved the position meanwhile, it is left unchanged. */
  private async move({ name }: Scan, from: object | null, to: object): Promise<void> {
    await this.pool.query(
      from
        ? 'UPDATE book_proof_walks SET place = $2 WHERE walk = $1 AND place = $3'
        : 'INSERT INTO book_proof_walks (walk, place) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      from ? [name, to, from] : [name, to],
    );
  }
}
