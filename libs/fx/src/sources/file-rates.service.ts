import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock, CURRENCIES, Rate } from '@app/kernel';
import { z } from 'zod';
import { EMBEDDED_RATES } from './embedded-rates.policy';
import { type RateQuote, RateSource } from './rate-source.port';

const decimal = z.string().refine(isRate, 'must be a positive decimal in quotes, e.g. "1452.80"');

/** A file of rates. Without `as_of`, which production requires, they count as current whenever they are read. */
const fileSchema = z.object({
  base: z.literal('USD'),
  as_of: z.iso.datetime({ offset: true }).optional(),
  rates: z.partialRecord(z.enum(CURRENCIES), decimal),
});

/** Reads rates from the file `FX_RATES_FILE` names, at every pull anew, or else those the product ships with. */
@Injectable()
export class FileRatesService extends RateSource {
  readonly name = 'file';
  readonly isRemote = false;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    super();
  }

  async latest(): Promise<RateQuote[]> {
    const path = this.config.env.FX_RATES_FILE;
    const content: unknown = path ? JSON.parse(await readFile(path, 'utf8')) : EMBEDDED_RATES;
    const parsed = fileSchema.safeParse(content);
    if (!parsed.success) throw new Error(`${path || 'embedded rates'}: ${z.prettifyError(parsed.error)}`);
    const { base, as_of: asOf } = parsed.data;
    if (!asOf && this.config.isProduction)
      throw new Error(`${path || 'embedded rates'}: production requires as_of, the time of the rates`);
    const rates = { ...parsed.data.rates, [base]: '1' };
    const quote: RateQuote = {
      base,
      source: path ? 'file' : 'embedded',
      asOf: asOf ? new Date(asOf) : this.clock.now(),
      rates: new Map(
        CURRENCIES.flatMap((currency) => (rates[currency] ? [[currency, rates[currency]]] : [])),
      ),
    };
    return [quote];
  }
}

function isRate(text: string): boolean {
  try {
    Rate.parse(text);
    return true;
  } catch {
    return false;
  }
}
