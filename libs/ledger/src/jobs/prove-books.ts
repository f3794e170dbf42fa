import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { Commands } from '@app/write-path';
import { LOGGER } from '@app/http';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { BookFaultsStore } from '../faults/book-faults.store';
import { ReportBookFault } from '../faults/commands/report-book-fault';
import type { FoundFault } from '../proofs/rules/check';
import { RunningProofService } from '../proofs/running-proof.service';
import { rolledUpAccountOf } from '../proofs/rules/rollup-checks';

const openFaults = new Gauge({
  name: 'ledger_faults_open',
  help: 'Faults in the books that are not cleared; target 0',
});

const faultsFound = new Counter({
  name: 'ledger_faults_total',
  help: 'Faults in the books found by this process',
});

const rollupFaultsFound = new Counter({
  name: 'ledger_rollup_faults_total',
  help: 'Rollups that differed from the journal and were built again by this process; target 0',
});

/**
 * Checks the books continuously. A fault freezes the wallets it concerns and is reported once; rollups with a fault are
 * built again. Any number of these jobs may run at once.
 */
@Injectable()
@Scheduled({ every: '5s', name: 'verify new journals' })
export class ProveBooks {
  constructor(
    private readonly proof: RunningProofService,
    private readonly faults: BookFaultsStore,
    private readonly commands: Commands,
    private readonly clock: Clock,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async run(): Promise<void> {
    try {
      await this.proof.runSteps((fault) => this.report(fault));
    } finally {
      openFaults.set(await this.faults.countOpen());
    }
  }

  private async report(fault: FoundFault): Promise<void> {
    const account = rolledUpAccountOf(fault.row);
    if (account !== null) return this.foldAnew(account, fault);
    if (!(await this.commands.execute(new ReportBookFault(fault)))) return;
    faultsFound.inc();
    this.log.error({ fault }, 'the books do not prove; the wallets concerned are frozen');
  }

  /** No money is in doubt: the rollups are sums of the journal. */
  private async foldAnew(account: string, fault: FoundFault): Promise<void> {
    rollupFaultsFound.inc();
    this.log.error({ fault }, 'the rollups of an account differ from the journal; they are built again');
    await this.pool.query('SELECT ledger.fold_anew($1, $2)', [account, this.clock.now()]);
  }
}
