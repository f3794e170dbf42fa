import { freePort } from '../../scripts/lib/ports.mjs';
import { Clone } from '../support/clone';
import { runPageIn } from '../support/doc-commands';

describe('A newcomer with a new clone', () => {
  const clone = Clone.whole();
  const stack = clone.start();

  afterAll(async () => {
    await stack.end();
    clone.remove();
  });

  it('follows the first pages without a change after npm start', async () => {
    await stack.says('Ready.');
    const pages = ['start/quickstart.md', 'start/own-account.md', 'start/first-day-operator.md'];
    const output = await runPageIn(clone.folder, pages, { PORT: String(await freePort()) });
    expect(output.length).toBeGreaterThan(25);
  });
});
