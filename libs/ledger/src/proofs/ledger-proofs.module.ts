import { type DynamicModule, Module } from '@nestjs/common';
import { CloseVerificationService } from './close-verification.service';
import { ClearFaultHandler } from '../faults/commands/clear-fault';
import { ReportBookFaultHandler } from '../faults/commands/report-book-fault';
import { UnfreezeWalletHandler } from '../faults/commands/unfreeze-wallet';
import { FaultResolutionService } from '../faults/fault-resolution.service';
import { ProveBooks } from '../jobs/prove-books';
import { VerifyLedger } from '../jobs/verify-ledger';
import { LedgerVerificationService } from './ledger-verification.service';
import type { Proofs } from './rules/check';
import { ProofRules } from './rules/proof-rules';
import { RunningProofService } from './running-proof.service';
import { WalletProofService } from './wallet-proof.service';

/** Everything that verifies the books, with the proofs of the libs that book. */
@Module({})
export class LedgerProofsModule {
  static with(proofs: readonly Proofs[]): DynamicModule {
    return {
      module: LedgerProofsModule,
      providers: [
        { provide: ProofRules, useValue: new ProofRules(proofs) },
        CloseVerificationService,
        LedgerVerificationService,
        RunningProofService,
        WalletProofService,
        ReportBookFaultHandler,
        FaultResolutionService,
        ClearFaultHandler,
        UnfreezeWalletHandler,
        ProveBooks,
        VerifyLedger,
      ],
      exports: [ProveBooks, VerifyLedger],
    };
  }
}
