import { pagesOf, row, sheet } from '../../../test/sheets';
import { drawInvoice } from './draw-invoice';
import { ALL_FACES } from './fonts';

const form = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');

/** The words of the texts that the pages do not contain. */
async function missingOf(texts: readonly string[], wordsOf: (text: string) => string[]): Promise<string[]> {
  const pages = await pagesOf(await drawInvoice(sheet({ rows: texts.map(row) })));
  const copied = new Set(pages.flatMap((page) => page.split(' ')));
  return texts.flatMap(wordsOf).filter((word) => !copied.has(form(word)));
}

describe('The text layer of a PDF', () => {
  it.each([
    ['Arabic', 'يوسف فتحي ثابت نجيب'],
    ['lam with alef', 'سلام لأحمد لإيمان لآدم'],
    ['Arabic with marks', 'بَّ كِتَابٌ مُدَرِّسَة'],
    ['Quranic marks', 'ٱلْحَمْدُ لِلَّٰهِ'],
    ['Persian with joiners', 'پچ ژگ می\u200Cخواهم'],
    ['Urdu', 'ڈاکٹر ٹھیک ہے'],
    ['African letters', 'ڢڣڥ ݠݡ'],
    ['Arabic digits', 'المبلغ ١٢٣٫٤٥'],
    ['Persian digits', 'قیمت ۱۲۳ تومان'],
    ['digits alone', '١٢٣'],
    ['brackets', 'شركة [يوسف] «بيت» (ع)'],
    ['punctuation', 'العربية، ؟ ؛'],
    ['Latin', 'Hébergement « dédié » fi ffi'],
    ['Yoruba', 'Ẹ̀kọ́ Yorùbá ṣíṣe'],
    ['decomposed letters', 'e\u0301a\u0300 o\u0301\u0323 A\u030A'],
    ['many marks', 'a\u0301\u0302\u0303\u0304 x\u0323\u0301'],
    ['Vietnamese', 'Nguyễn Thị Hường'],
    ['Greek', 'Ελληνικά ἀρχὴ ᾧ'],
    ['Cyrillic', 'Русский ёж Їжак'],
    ['Devanagari', 'हिन्दी में क्षत्रिय कि श्री'],
    ['letters that look the same', 'AΑА oοо'],
  ])('gives back %s in every place of an invoice', async (_, text) => {
    const facts = sheet().facts.map((fact, at) => (at === 0 ? { ...fact, lines: [text] } : fact));
    const pages = await pagesOf(
      await drawInvoice(sheet({ business: text, facts, rows: [row(text)], notes: { label: 'Notes', text } })),
    );
    expect(pages.join(' ').split(text.normalize('NFKC')).length - 1).toBe(4);
  });

  it.each(['Studio يوسف فتحي (Lagos) 12', 'مكتب Lagos 12 ثابت', 'إلى Adé 50% خصم'])(
    'gives back the words of text in both directions: %s',
    async (text) => {
      const [page] = await pagesOf(await drawInvoice(sheet({ rows: [row(text)] })));
      for (const part of text.match(/[\p{L}\d]+/gu)!) expect(page).toContain(part.normalize('NFKC'));
    },
  );

  const characters = [...new Set(ALL_FACES.flatMap(({ font }) => font.characterSet))]
    .map((point) => String.fromCodePoint(point))
    .filter((character) => /[^\p{Z}\p{C}\p{M}]/u.test(character) && !/\s/.test(character.normalize('NFKC')));
  const words = (text: string) => text.split(' ').filter(Boolean);

  it('gives back every character that the fonts have', async () => {
    const texts = Array.from({ length: Math.ceil(characters.length / 8) }, (_, at) =>
      characters.slice(8 * at, 8 * at + 8).join('   '),
    );
    expect(characters.length).toBeGreaterThan(3000);
    expect(await missingOf(texts, words)).toEqual([]);
  });

  it('gives back every Arabic letter in each of its forms', async () => {
    const letters = characters.filter((letter) =>
      /^[\u0620-\u064A\u066E-\u06D3\u0750-\u077F]$/u.test(letter),
    );
    const texts = letters.map((letter) => `${letter}م م${letter}م م${letter}`);
    expect(letters.length).toBeGreaterThan(150);
    expect(await missingOf(texts, words)).toEqual([]);
  });

  it('shapes a text once, whatever its script and however it is broken into lines', async () => {
    const letters = characters.filter((character) => /\p{L}/u.test(character));
    let next = 1;
    const random = (count: number) => (next = (next * 48271) % 2147483647) % count;
    const line = (from: readonly string[], gap: number) =>
      Array.from({ length: 490 }, () => (random(gap) === 0 ? ' ' : from[random(from.length)]!)).join('');
    const kinds = ['Latin', 'Arabic', 'Devanagari'].map((script) =>
      letters.filter((letter) => new RegExp(`^\\p{Script=${script}}$`, 'u').test(letter)),
    );
    for (const from of [...kinds, characters])
      for (const gap of [7, Infinity]) {
        const texts = Array.from({ length: 10 }, () => line(from, gap));
        const shaped = ALL_FACES.map(({ font }) => jest.spyOn(font, 'layout'));
        await drawInvoice(sheet({ rows: texts.map(row) }));
        const count = shaped.flatMap(({ mock }) => mock.calls.map(([part]) => part.length));
        shaped.forEach((spy) => spy.mockRestore());
        // Words that are cut are measured letter by letter before.
        expect(count.reduce((sum, length) => sum + length, 0)).toBeLessThan(2.5 * texts.join('').length);
      }
  });
});
