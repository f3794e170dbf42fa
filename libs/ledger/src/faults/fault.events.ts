import { DomainEvent } from '@app/kernel';

/** The running proof found a row of the books at fault. The wallets it concerns were frozen with it. */
export class BookFaultFound extends DomainEvent<{
  faultId: string;
  check: string;
  row: string;
  detail: string;
  /** All accounts of the wallets that were frozen. */
  frozen: string[];
}> {
  static override readonly type = 'ledger.fault-found';
}
