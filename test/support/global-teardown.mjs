import { dropTemplate } from '../../scripts/lib/test-template.mjs';

export default async function globalTeardown() {
  await dropTemplate(process.env.TEST_PG_URL, process.env.TEST_TEMPLATE);
  await globalThis.testServices?.stop();
}
