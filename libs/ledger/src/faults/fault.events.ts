import { DomainEvent } from '@app/kernel';

/** The running proof found a faulty row in the books. The wallets it concerns are frozen in the same commit. */
export class BookFaultFound extends DomainEvent<{
  faultId: string;
  check: string;
  row: string;
  detail: string;
  /** All accounts of the frozen wallets. */
  frozen: string[];
}> {
  static override readonly type = 'ledger.fault-found';
}
