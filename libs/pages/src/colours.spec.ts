import { readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(__dirname, '../web/src/colours.css'), 'utf8');
const colorsOf = (block: RegExp) =>
  [...block.exec(css)![1]!.matchAll(/--[\w-]+: [^;]+/g)].map(([rule]) => rule);

it('Pages have the same dark colours by system and by choice', () => {
  const bySystem = colorsOf(/:root:not\(\[data-theme='light'\]\) \{([^}]*)\}/);
  expect(bySystem.length).toBeGreaterThan(20);
  expect(colorsOf(/\[data-theme='dark'\] \{([^}]*)\}/)).toEqual(bySystem);
});
