import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { brandColors, contrast } from './brand-colors.policy';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const css = readFileSync(path.join(__dirname, '../web/src/colours.css'), 'utf8');
const [lightRules = '', darkRules = ''] = css.split('@media');
const groundsOf = (rules: string) =>
  ['ground', 'panel', 'field'].map((name) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(rules)![1]!);

describe('The colours of a brand', () => {
  it('have the contrasts that WCAG gives for known pairs', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
    expect(contrast('#ff0000', '#ffffff')).toBeCloseTo(4, 2);
  });

  it('have a legible text on the button for every colour', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { button, buttonText } = brandColors(color);
        expect(button).toBe(color);
        const other = buttonText === '#000000' ? '#ffffff' : '#000000';
        expect(contrast(color, buttonText)).toBeGreaterThanOrEqual(contrast(color, other));
        expect(contrast(color, buttonText)).toBeGreaterThanOrEqual(4.58);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['light', groundsOf(lightRules)],
    ['dark', groundsOf(darkRules)],
  ] as const)('have links that are legible on every background of a %s page', (scheme, grounds) => {
    expect(grounds).toHaveLength(3);
    fc.assert(
      fc.property(anyColor, (color) => {
        const { link, tint } = brandColors(color);
        for (const ground of [...grounds, tint[scheme]])
          expect(contrast(link[scheme], ground)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 2000 },
    );
  });

  it('change a colour for links only where it is not legible', () => {
    expect(brandColors('#1f4fd8').link.light).toBe('#1f4fd8');
    expect(brandColors('#8fb0ff').link.dark).toBe('#8fb0ff');
    expect(brandColors('#ffff00')).toMatchObject({ buttonText: '#000000', link: { dark: '#ffff00' } });
    expect(brandColors('#ffff00').link.light).not.toBe('#ffff00');
    expect(brandColors('#000000')).toMatchObject({ buttonText: '#ffffff', link: { light: '#000000' } });
    expect(brandColors('#000000').link.dark).not.toBe('#000000');
  });
});
