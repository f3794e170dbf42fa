import { Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { HOST } from '@app/http';
import type { RateSource } from '../rate-source.port';
import { ErApiRates } from './er-api-rates.adapter';
import { FileRates } from './file-rates.service';
import { FrankfurterRates } from './frankfurter-rates.adapter';
import { OpenExchangeRates } from './open-exchange-rates.adapter';

/** The sources of `FX_SOURCE` in their order. Hosts other than the scheduler have only those that are not remote. */
@Injectable()
export class RateSources {
  readonly ordered: readonly RateSource[];

  constructor(
    { env }: Config,
    @Inject(HOST) host: HostName,
    file: FileRates,
    frankfurter: FrankfurterRates,
    openExchangeRates: OpenExchangeRates,
    erApi: ErApiRates,
  ) {
    const known = [file, frankfurter, openExchangeRates, erApi];
    this.ordered = env.FX_SOURCE.map((name) => known.find((source) => source.name === name)!).filter(
      ({ isRemote }) => host === 'scheduler' || !isRemote,
    );
  }
}
