import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetCheckoutRate } from '@app/fx';
import { type Currency, CURRENCIES, Rate } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { Platform } from './platform';

type App = Parameters<Platform['inside']>[0];

/**
 * Makes `rate` naira the price of one unit of `base`: the live rate, from now on, and the rate that staff set for
 * checkout. `on` is an app that has been started.
 */
export async function setNairaRate(
  platform: Platform,
  base: Currency,
  rate: string,
  on: App = 'business',
): Promise<void> {
  await setLiveNairaRate(platform, base, rate);
  await platform
    .inside(on, Commands)
    .execute(new SetCheckoutRate(base, 'NGN', Rate.parse(rate), randomUUID()));
}

/**
 * Replaces the live rates by ones at which one unit of `base` costs `rate` naira, or less by what 18 decimals cannot
 * hold, and the others what they did in dollars.
 */
export async function setLiveNairaRate(platform: Platform, base: Currency, rate: string): Promise<void> {
  const perDollar = new Map<string, string>();
  for (const { quote, rate: known } of await platform.sql<{ quote: string; rate: string }>(
    'SELECT DISTINCT ON (quote) quote, rate::text AS rate FROM fx_rates ORDER BY quote, fetched_at DESC',
  ))
    perDollar.set(quote, known);
  const naira = Rate.parse(base === 'USD' ? rate : perDollar.get('NGN')!);
  perDollar.set('NGN', naira.toDecimal(18));
  if (base !== 'USD') perDollar.set(base, roundedUp(naira.over(Rate.parse(rate))));
  const file = path.join(platform.config.env.CLOSES_DIR, 'rates.json');
  writeFileSync(file, JSON.stringify({ base: 'USD', rates: Object.fromEntries(perDollar) }));
  // Later pulls find the same.
  platform.config.env.FX_RATES_FILE = file;
  await platform.sql('DELETE FROM fx_rates');
  for (const currency of CURRENCIES)
    await platform.sql(
      `INSERT INTO fx_rates (base, quote, rate, source, as_of, fetched_at) VALUES ('USD', $1, $2, 'test', $3, $3)`,
      [currency, perDollar.get(currency), platform.clock.now()],
    );
}

/** Puts a spread between two currencies in force, in both directions. */
export async function setSpread(
  platform: Platform,
  pair: readonly [Currency, Currency],
  basisPoints: number,
): Promise<void> {
  await platform.sql(
    `INSERT INTO fx_spreads (id, base, quote, basis_points, set_by, set_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), ...[...pair].sort(), basisPoints, randomUUID(), platform.clock.now()],
  );
}

/** Holds a rate of `currency` per US dollar as one that moved too far, in place of any that is held. */
export async function holdRate(platform: Platform, currency: Currency, rate: string): Promise<void> {
  // A rate is stored once per instant, and the clock may stand still.
  platform.clock.advance({ ms: 1 });
  const now = platform.clock.now();
  await platform.sql(
    `UPDATE fx_held_rates SET ended_at = $2, outcome = 'withdrawn' WHERE quote = $1 AND ended_at IS NULL`,
    [currency, now],
  );
  await platform.sql(
    `INSERT INTO fx_held_rates (id, base, quote, rate, in_force, source, as_of, valid_until, fetched_at)
     VALUES ($1, 'USD', $2, $3, $3, 'test', $4, $4::timestamptz + interval '2 hours', $4)`,
    [randomUUID(), currency, rate, now],
  );
}

function roundedUp(rate: Rate): string {
  const scale = 10n ** 18n;
  return Rate.fromFraction(rate.times(scale, 'up'), scale).toDecimal(18);
}
