/** Markdown of the repository to HTML of the documentation site, with its links, anchors and images checked. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { highlight } from './docs-highlight.mjs';
import { Refusal } from './say.mjs';

const { escapeHtml } = new MarkdownIt().utils;
/** The only HTML of the pages: an anchor with a name that no heading has. */
const ANCHOR = /^(?:<a id="\w+">|<\/a>)$/;
const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

/** The text of an inline token as a reader sees it. */
const textOf = ({ children }) =>
  children
    .map(({ type, content }) =>
      ['text', 'code_inline'].includes(type) ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('');

/** The anchor of a heading, as GitHub names it. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Gives each heading its anchor and returns the headings, each with the text below it. */
function headingsOf(tokens) {
  const taken = new Set();
  const headings = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = textOf(tokens[at + 1]).trim();
      const slug = slugOf(text);
      let id = slug;
      for (let again = 1; taken.has(id); again += 1) id = `${slug}-${again}`;
      taken.add(id);
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag.slice(1)), text, id, below: '' });
    } else if (token.type === 'inline' && tokens[at - 1].type !== 'heading_open' && headings.length > 0) {
      headings.at(-1).below += `${textOf(token)} `;
    }
  }
  return headings;
}

/** Other HTML is shown as text. */
const htmlOf = ({ content }) => (ANCHOR.test(content) ? content : escapeHtml(content));

export class DocsMarkdown {
  /** By file below `docs`: `{ tokens, headings, title }`. */
  pages = new Map();
  faults = [];
  #md = new MarkdownIt({ html: true }).disable('html_block');

  /** `images`: what an image of the pages is served as, by its file: `{ src, width, height }`. */
  constructor({ root, addressOf, images }) {
    Object.assign(this, { root, addressOf, images });
    const { rules } = this.#md.renderer;
    Object.assign(rules, {
      heading_close: (tokens, at) => anchorLink(tokens[at - 2]) + `</${tokens[at].tag}>\n`,
      // A table may have no name for a column; an empty cell is no header of it.
      th_open: (tokens, at) => `<${cellOf(tokens[at + 1])}>`,
      th_close: (tokens, at) => `</${cellOf(tokens[at - 1])}>`,
      table_open: () => '<div class="table" tabindex="0"><table>\n',
      table_close: () => '</table></div>\n',
      fence: (tokens, at) => codeBlock(tokens[at]),
      code_block: (tokens, at) => codeBlock(tokens[at]),
      link_open: (tokens, at, options, env) => this.#linkOpen(tokens, at, env),
      link_close: (tokens, at, options, env) => (env.outside ? '</span>' : '</a>'),
      html_inline: (tokens, at) => htmlOf(tokens[at]),
      image: (tokens, at, options, env) => this.#image(tokens[at], env),
    });
  }

  /** Reads a page. All pages are read before the first is rendered, so that links to their anchors can be checked. */
  read(file, text) {
    const tokens = this.#md.parse(text, {});
    const headings = headingsOf(tokens);
    if (headings[0]?.level !== 1) this.faults.push(`docs/${file}: does not begin with a title`);
    this.pages.set(file, { tokens, headings, title: headings[0]?.text });
  }

  /** The HTML of a page, without its title. */
  render(file) {
    const { tokens } = this.pages.get(file);
    return this.#md.renderer.render(tokens.slice(3), this.#md.options, { file });
  }

  /** Throws with every dead link and anchor. */
  refuseFaults() {
    if (this.faults.length > 0) throw new Refusal(`The documentation has faults:\n${this.faults.join('\n')}`);
  }

  #linkOpen(tokens, at, env) {
    const href = tokens[at].attrGet('href');
    const target = ABSOLUTE.test(href) ? href : this.#target(env.file, href);
    // Files of the repository that are no pages of the site are named, not linked.
    env.outside = target === undefined;
    if (env.outside) return `<span class="outside">`;
    return `<a href="${escapeHtml(target)}"${ABSOLUTE.test(href) ? ' rel="noreferrer"' : ''}>`;
  }

  /** The address on the site; undefined for a file that is no page of it. */
  #target(from, href) {
    const [link, anchor] = decodeURI(href).split('#');
    const file = link ? path.posix.join(path.posix.dirname(from), link) : from;
    const page = this.pages.get(file);
    const isDead = page
      ? anchor !== undefined && !page.headings.some(({ id }) => id === anchor)
      : !existsSync(path.join(this.root, 'docs', file));
    if (isDead) this.faults.push(`docs/${from}: dead link ${href}`);
    if (!page) return undefined;
    const address = link ? this.addressOf(file) : '';
    return anchor === undefined ? address : `${address}#${anchor}`;
  }

  #image(token, { file }) {
    const source = path.posix.join(path.posix.dirname(file), token.attrGet('src'));
    const image = this.images.get(source);
    if (!image) {
      this.faults.push(`docs/${file}: no image ${token.attrGet('src')}`);
      return '';
    }
    const { src, width, height } = image;
    return `<img src="${src}" alt="${escapeHtml(textOf(token))}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
  }
}

const cellOf = ({ content }) => (content === '' ? 'td' : 'th');

function anchorLink(heading) {
  if (heading.tag === 'h1') return '';
  return ` <a class="anchor" href="#${heading.attrGet('id')}" aria-label="Link to this section">#</a>`;
}

function codeBlock({ content, info = '' }) {
  const [language = ''] = info.trim().split(/\s+/);
  return `<div class="code" data-language="${escapeHtml(language)}"><pre tabindex="0"><code>${highlight(content, language)}</code></pre></div>\n`;
}
