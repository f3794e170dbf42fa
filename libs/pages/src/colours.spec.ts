import { readFileSync } from 'node:fs';
import path from 'node:path';

const colorsOf = (css: string, block: RegExp) =>
  [...block.exec(css)![1]!.matchAll(/--[\w-]+: [^;]+/g)].map(([rule]) => rule);

it.each(['colours.css', 'console/colours.css'])(
  '%s has the same dark colours by system and by choice',
  (file) => {
    const css = readFileSync(path.join(__dirname, '../web/src', file), 'utf8');
    const bySystem = colorsOf(css, /:root:not\(\[data-theme='light'\]\) \{([^}]*)\}/);
    expect(bySystem.length).toBeGreaterThan(5);
    expect(colorsOf(css, /\[data-theme='dark'\] \{([^}]*)\}/)).toEqual(bySystem);
  },
);
