import { Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { HOST } from '@app/http';
import type { RateSource } from './rate-source.port';
import { ErApiRates } from './er-api-rates.adapter';
import { FileRatesService } from './file-rates.service';
import { FrankfurterRates } from './frankfurter-rates.adapter';
import { OpenExchangeRates } from './open-exchange-rates.adapter';

/** The sources of `FX_SOURCE` in their order. Hosts other than the scheduler have only those that are not remote. */
@Injectable()
export class RateSourcesService {
  private readonly known: readonly RateSource[];

  constructor(
    private readonly config: Config,
    @Inject(HOST) private readonly host: HostName,
    file: FileRatesService,
    frankfurter: FrankfurterRates,
    openExchangeRates: OpenExchangeRates,
    erApi: ErApiRates,
  ) {
    this.known = [file, frankfurter, openExchangeRates, erApi];
  }

  get ordered(): RateSource[] {
    return this.config.env.FX_SOURCE.map((name) => this.known.find((source) => source.name === name)!).filter(
      ({ isRemote }) => this.host === 'scheduler' || !isRemote,
    );
  }
}
