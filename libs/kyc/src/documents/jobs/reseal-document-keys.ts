import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@app/config';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { ResealKey } from '../commands/reseal-key';
import { KycDocuments } from '../kyc-document.repository';

/** After a change of ENCRYPTION_KEY, seals the keys of all documents under it. The files are not touched. */
@Injectable()
export class ResealDocumentKeys {
  constructor(
    private readonly commands: Commands,
    private readonly documents: KycDocuments,
    private readonly vault: Vault,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of keys that were sealed again. */
  run(): Promise<number> {
    const keys = {
      due: (limit: number) => this.documents.toReseal(this.vault.currentKeyId, limit),
      work: (id: string) => this.commands.execute(new ResealKey(id)),
    };
    return eachDue(keys, this.clock.now(), this.log);
  }
}
