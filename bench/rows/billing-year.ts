import { BillingYears } from '../support/billing-year';
import { Deliveries, type PendingWebhook } from '../support/deliveries';
import type { Scene } from '../support/figures';
import { settlePeople } from '../support/people';
import type { Server } from '../support/server';

const DATABASES = { years: 'bench_billing_year', webhooks: 'bench_billing_year_webhooks' } as const;
/** One for each measurement, and some to spare. */
const MERCHANTS = 20;

/** A year of 100 monthly subscriptions by the test clock, and its webhooks to one endpoint without anything else. */
export async function billingYearScene(server: Server): Promise<Scene> {
  await settlePeople(await server.create(DATABASES.years), MERCHANTS);
  const config = await server.create(DATABASES.webhooks);
  let years: BillingYears;
  let deliveries: Deliveries;
  /** Those of the last year. */
  let webhooks: PendingWebhook[] = [];
  return {
    variants: [
      {
        figures: ['year'],
        prepare: async () => void (years = await BillingYears.open(server, DATABASES.years)),
        async measure() {
          const year = await years.pass();
          webhooks = year.webhooks;
          return [year.milliseconds];
        },
      },
      {
        figures: ['webhooks-of-a-year'],
        prepare: async () =>
          void (deliveries = await Deliveries.open(server, DATABASES.webhooks, config, {
            apps: 1,
            mode: 'test',
          })),
        measure: async () => [await deliveries.milliseconds(webhooks)],
      },
    ],
    async close() {
      await years?.close();
      await deliveries?.close();
      for (const database of Object.values(DATABASES)) await server.drop(database);
    },
  };
}
