/** `npm run build`: compiles apps and libs into dist. */
import { build } from './lib/build.mjs';
import { explain, say, step } from './lib/say.mjs';

try {
  await step('built into dist', build);
} catch (error) {
  explain(error);
  say();
  process.exitCode = 1;
}
