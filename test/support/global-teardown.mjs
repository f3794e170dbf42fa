import { rmSync } from 'node:fs';
import { dropTemplate } from '../../scripts/lib/test-template.mjs';
import { reportUnseen } from './unseen-operations.mjs';

export default async function globalTeardown() {
  await dropTemplate(process.env.TEST_PG_URL, process.env.TEST_TEMPLATE);
  await globalThis.testServices?.stop();
  try {
    if (process.env.TESTS_WHOLE_RUN) reportUnseen(process.env.SEEN_OPERATIONS);
  } finally {
    rmSync(process.env.SEEN_OPERATIONS, { recursive: true, force: true });
  }
}
