import { Injectable } from '@nestjs/common';
import { SealedColumnsService } from '@app/database';
import { Scheduled } from '@app/queue';

/** Seals the secrets of every lib with the current ENCRYPTION_KEY after it was changed. */
@Injectable()
@Scheduled({ every: '1h', name: 'reseal secrets with the current key' })
export class ResealSecrets {
  constructor(private readonly columns: SealedColumnsService) {}

  run(): Promise<number> {
    return this.columns.reseal();
  }
}
