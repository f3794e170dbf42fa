import { Injectable } from '@nestjs/common';
import { type BalanceAfter, UnitOfWork } from '@app/write-path';
import type { Escrow } from './escrow.aggregate';
import type { EscrowRole } from './escrow-terms.policy';
import type { EscrowFacts } from './escrow.view';

/** An escrow that one of its parties has ended. */
export interface EndedEscrow extends EscrowFacts {
  /** What is still locked of that party's own money; null where it was the other party's that was locked. */
  newLockedBalance: BalanceAfter | null;
}

/** What the end of an escrow leaves locked: told to whose it is, and never to the other party. */
@Injectable()
export class LockedBalances {
  constructor(private readonly unit: UnitOfWork) {}

  /** After the current unit of work. */
  after({ holder, holdAccountId }: Escrow, role: EscrowRole): BalanceAfter | null {
    return role === holder && holdAccountId !== null ? this.unit.balanceAfter(holdAccountId) : null;
  }
}
