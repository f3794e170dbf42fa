import type { Platform } from './platform';

/**
 * The simulated payment provider sends no events from now on. An event reports a charge within 200 ms, so that the product
 * could learn an outcome before the test has asked for it.
 */
export async function stopProviderEvents(platform: Platform): Promise<void> {
  await platform.sql(`ALTER TABLE simulator.events ALTER COLUMN state SET DEFAULT 'no-receiver'`);
}
