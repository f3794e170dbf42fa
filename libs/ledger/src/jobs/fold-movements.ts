import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { Scheduled } from '@app/queue';
import { MovementFoldingService } from '../rollups/movement-folding.service';
import { SealJournals } from './seal-journals';

/** Adds the movements of accounts with enough new ones to the rollups. */
@Injectable()
@Scheduled({ every: '1s', name: 'fold movements', after: [SealJournals] })
export class FoldMovements {
  constructor(
    private readonly folding: MovementFoldingService,
    private readonly config: Config,
  ) {}

  run(signal: AbortSignal): Promise<number> {
    return this.folding.fold(signal, this.config.env.FOLD_MOVEMENTS);
  }
}
