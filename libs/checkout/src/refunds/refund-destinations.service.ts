import { Injectable } from '@nestjs/common';
import { Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import type { PayableAccount } from './refund-rail.port';

const PURPOSE = 'refund destination';

/** Seals the accounts that refunds are paid to. */
@Injectable()
export class RefundDestinationsService {
  constructor(
    private readonly vault: Vault,
    sealedColumns: SealedColumnsService,
  ) {
    sealedColumns.register({ table: 'refunds', column: 'destination_ciphertext', purpose: PURPOSE });
  }

  seal(refundId: string, account: PayableAccount): Buffer {
    return this.vault.seal(JSON.stringify(account), PURPOSE, refundId);
  }

  /** Throws where it was not sealed for this refund. */
  open(refundId: string, sealed: Buffer): PayableAccount {
    return JSON.parse(this.vault.unseal(sealed, PURPOSE, refundId)) as PayableAccount;
  }
}
