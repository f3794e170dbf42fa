import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readContents } from './docs-contents.mjs';
import { highlight } from './docs-highlight.mjs';
import { DocsMarkdown } from './docs-markdown.mjs';

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'payments-docs-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(path.join(root, 'CONTRIBUTING.md'), '# Contributing');
});
afterAll(() => rmSync(root, { recursive: true }));

const IMAGES = new Map([['images/a.webp', { src: '/docs/assets/a.1.webp', width: 2, height: 1 }]]);

/** The HTML and the faults of `guides/a.md` with this text, beside a page with one heading. */
function rendered(text: string) {
  const site = new DocsMarkdown({
    root,
    addressOf: (file: string) => `/docs/${file.replace(/\.md$/, '')}`,
    images: IMAGES,
  });
  site.read('guides/a.md', `# Title\n\n${text}`);
  site.read('reference/b.md', '# B\n\n## Part `x_y`: 1\n\n## Part `x_y`: 1');
  const html = site.render('guides/a.md') as string;
  return { html, faults: site.faults as string[], site };
}

describe('The pages of the documentation site', () => {
  it.each([
    ['another page', '[b](../reference/b.md)', '/docs/reference/b'],
    ['a heading of another page', '[b](../reference/b.md#part-x_y-1)', '/docs/reference/b#part-x_y-1'],
    [
      'the second of two equal headings',
      '[b](../reference/b.md#part-x_y-1-1)',
      '/docs/reference/b#part-x_y-1-1',
    ],
    ['a heading of the same page', '[a](#title)', '#title'],
    ['another site', '[c](https://example.com/?a=1&b=2)', 'https://example.com/?a=1&amp;b=2'],
  ])('link to %s', (_, text, href) => {
    const { html, faults } = rendered(text);
    expect(html).toContain(`<a href="${href}"`);
    expect(faults).toEqual([]);
  });

  it('name a file of the repository that is no page of the site, without a link', () => {
    const { html, faults } = rendered('See [Contributing](../../CONTRIBUTING.md), please.');
    expect(html).toBe('<p>See <span class="outside">Contributing</span>, please.</p>\n');
    expect(faults).toEqual([]);
  });

  it.each([
    ['a page that does not exist', '[b](../reference/c.md)', 'dead link ../reference/c.md'],
    ['a heading that does not exist', '[b](../reference/b.md#part)', 'dead link ../reference/b.md#part'],
    ['a heading that does not exist on the page', '[a](#titel)', 'dead link #titel'],
    ['a picture that does not exist', '![a](../images/b.webp)', 'no image ../images/b.webp'],
  ])('are refused with a link to %s', (_, text, fault) => {
    const { faults, site } = rendered(text);
    expect(faults).toEqual([`docs/guides/a.md: ${fault}`]);
    expect(() => site.refuseFaults()).toThrow(`docs/guides/a.md: ${fault}`);
  });

  it('are refused without a title', () => {
    const { site } = rendered('');
    site.read('c.md', 'No title.');
    expect(site.faults).toEqual(['docs/c.md: does not begin with a title']);
  });

  it('have pictures with their size, loaded when they come into view', () =>
    expect(rendered('![A picture](../images/a.webp)').html).toContain(
      '<img src="/docs/assets/a.1.webp" alt="A picture" width="2" height="1" loading="lazy" decoding="async">',
    ));

  it('have tables without empty headers', () =>
    expect(rendered('| | a |\n|-|-|\n| 1 | 2 |').html).toMatch(/<td><\/td>\s*<th>a<\/th>/));

  it('have the text of the repository with every sign of markup escaped', () =>
    expect(rendered('<script>alert(1)</script> "A" & `<b>`').html).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &quot;A&quot; &amp; <code>&lt;b&gt;</code></p>\n',
    ));
});

describe('The code samples', () => {
  const plain = (html: string) =>
    html
      .replace(/<\/?span[^>]*>/g, '')
      .replace(
        /&(lt|gt|quot|amp);/g,
        (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name]!,
      );

  it.each([
    ['json', '{"a": [1, true, "b < c"]}'],
    ['sh', `# A comment\ncurl -s "$HOST/#anchor" -d '{"a": 1}' # another`],
    ['js', `const a = 'it\\'s'; // "b"\n/* c */ await f(1_000);`],
    ['html', '<a href="#b">c & d</a>'],
    ['none', '<plain>'],
  ])('keep their text in %s', (language, code) => expect(plain(highlight(code, language))).toBe(code));

  it('mark names of fields, texts and numbers', () =>
    expect(highlight('{"a": "b", "c": 1}', 'json')).toBe(
      '{<span class="t-name">&quot;a&quot;</span>: <span class="t-string">&quot;b&quot;</span>, ' +
        '<span class="t-name">&quot;c&quot;</span>: <span class="t-number">1</span>}',
    ));
});

describe('The table of contents', () => {
  it('gives each page its reader and its kind', () =>
    expect(readContents('# Documentation\n\n## Operators\n\n- [A](b/a.md) (how-to): c, d')).toEqual({
      readers: [
        { reader: 'Operators', pages: [{ name: 'A', file: 'b/a.md', kind: 'how-to', about: 'c, d' }] },
      ],
      faults: [],
    }));

  it.each(['- [A](a.md): b', '- [A](a.md) (guide): b', '- [A](a.md) (how-to)'])(
    'refuses the line %s',
    (line) =>
      expect(readContents(`## Operators\n\n${line}`).faults).toEqual([
        `docs/README.md: not a page with its kind (tutorial, how-to, reference, explanation): ${line}`,
      ]),
  );
});
