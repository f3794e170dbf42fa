import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@app/write-path';
import { Clock, DomainError, invalidState, notFound } from '@app/kernel';
import { type BookFault, BookFaultsStore } from './book-faults.store';
import { auditEntryOf } from '../proofs/rules/audit-checks';
import { FOLDED } from '../proofs/rules/standing-checks';
import type { FoundFault } from '../proofs/rules/check';
import { WalletProofService } from '../proofs/wallet-proof.service';

export interface UnfrozenWallet {
  /** All accounts of the frozen wallet. */
  accounts: string[];
  cleared: BookFault[];
}

/** Clears faults and unfreezes wallets if a new proof finds the books correct. */
@Injectable()
export class FaultResolutionService {
  constructor(
    private readonly faults: BookFaultsStore,
    private readonly proof: WalletProofService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Unfreezes the wallet of this account and clears its faults. */
  async unfreeze(accountId: string): Promise<UnfrozenWallet> {
    const wallet = await this.faults.walletsOf([accountId]);
    if (wallet.length === 0) throw notFound('Account');
    const accounts = await this.faults.frozenAmong(wallet);
    if (accounts.length === 0) throw invalidState('This wallet is not frozen.');
    const cleared = await this.faults.concerning(wallet);
    const journals = cleared.flatMap(({ journalId }) => journalId ?? []);
    refuseFor(await this.proof.ofAccounts(wallet, journals));
    this.unit.stage({ sql: 'SELECT ledger.set_frozen($1::uuid[], false)', parameters: [wallet] });
    this.clear(cleared);
    // A fault found since the proof freezes the wallet again: the command then starts over and sees it.
    this.unit.stage({
      sql: `SELECT 1 WHERE NOT EXISTS (
              SELECT 1 FROM book_faults WHERE cleared_at IS NULL AND accounts && $1::uuid[])`,
      parameters: [wallet],
      expectedRows: 1,
    });
    return { accounts, cleared };
  }

  /** Clears a fault that froze no wallet. */
  async clearFault(id: string): Promise<BookFault> {
    const fault = await this.faults.find(id);
    if (!fault) throw notFound('Fault');
    if (fault.accounts.length > 0)
      throw invalidState('It is cleared when the wallets it froze are unfrozen.');
    if (fault.check === FOLDED) refuseFor(await this.proof.ofFold());
    if (fault.journalId) refuseFor(await this.proof.ofJournals([fault.journalId]));
    const entry = auditEntryOf(fault.row);
    if (entry) refuseFor(await this.proof.ofAuditEntry(entry));
    this.clear([fault]);
    return fault;
  }

  private clear(faults: readonly BookFault[]): void {
    this.unit.stage({
      sql: 'UPDATE book_faults SET cleared_at = $2 WHERE id = ANY ($1::uuid[]) AND cleared_at IS NULL',
      parameters: [faults.map(({ id }) => id), this.clock.now()],
      // If another request cleared one meanwhile, the command starts over and finds fewer.
      expectedRows: faults.length,
    });
  }
}

function refuseFor([first, ...others]: FoundFault[]): void {
  if (!first) return;
  const more = others.length > 0 ? ` And ${others.length} more.` : '';
  throw stillBroken(`The books still do not prove: ${first.row}: ${first.detail}.${more}`);
}

/**
 * Idempotency keys do not store this refusal, because the request may be repeated after the row is corrected.
 */
function stillBroken(message: string): DomainError {
  return new DomainError('conflict', 'INVALID_STATE', message);
}
