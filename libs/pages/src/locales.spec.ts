import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Money } from '@app/kernel';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { LANGUAGES, localeOf, Texts } from './locales';

const LIBS = path.join(__dirname, '../..');

const textsOf = (folder: string, locale: string) =>
  JSON.parse(readFileSync(path.join(LIBS, folder, `${locale}.json`), 'utf8')) as Record<string, string>;

/** Every folder of page texts in the libs. The texts of notifications are structured and have tests of their own. */
const families = readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
  .filter((file) => /[/]src[/](?:.*[/])?locales[/](?:[^/]+[/])*en[.]json$/.test(file))
  .map((file) => path.dirname(file))
  .filter((folder) => !folder.startsWith('notifications/'));

describe('languages', () => {
  it.each([
    [undefined, undefined, 'en'],
    ['fr', 'en', 'fr'],
    ['fr-CA', undefined, 'fr'],
    ['xx', 'fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
    [undefined, 'sw,en;q=0.4,fr;q=0.7', 'fr'],
    [undefined, 'fr;q=0,en', 'en'],
    [undefined, 'FR', 'fr'],
    [['fr', 'en'], 'de', 'en'],
    ['__proto__', 'constructor,toString', 'en'],
    [undefined, `${'x,'.repeat(100_000)}fr`, 'en'],
  ])('follow ?lang=%s and "%.20s": %s', (asked, accepted, locale) =>
    expect(localeOf(asked, accepted)).toBe(locale),
  );

  it('were found in the libs', () => expect(families).toContain('pages/src/locales/pay'));

  it.each(families)('have the same texts with the same gaps in %s, all of them written', (folder) => {
    const en = textsOf(folder, 'en');
    const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();
    for (const [locale] of LANGUAGES) {
      const other = textsOf(folder, locale);
      expect(Object.keys(other)).toEqual(Object.keys(en));
      for (const [name, text] of Object.entries(en)) {
        expect([name, gaps(other[name]!)]).toEqual([name, gaps(text)]);
        expect(other[name]!.trim()).not.toBe('');
      }
    }
  });
});

it('Texts of the console have one name each in all of its areas', () => {
  const folders = families.filter((folder) => folder.startsWith('pages/src/locales/console'));
  expect(folders.length).toBeGreaterThan(3);
  const names = folders.flatMap((folder) => Object.keys(textsOf(folder, 'en')));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it.each([
  ['USD', 'en', '$100.00'],
  ['CAD', 'en', 'CA$100.00'],
  ['NGN', 'en', '₦100.00'],
  ['USD', 'fr', /^100,00\s\$$/],
  ['CAD', 'fr', /^100,00\s\$CA$/],
] as const)('amounts in %s name their currency in %s', (currency, locale, expected) => {
  const written = new Texts(locale, { en, fr }).money(new Money(10_000n, currency));
  if (typeof expected === 'string') expect(written).toBe(expected);
  else expect(written).toMatch(expected);
});
