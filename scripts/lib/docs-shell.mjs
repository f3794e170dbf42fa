/** The frame of every page of the documentation site: header, navigation, headings of the page, neighbours. */
import MarkdownIt from 'markdown-it';

const { escapeHtml } = new MarkdownIt().utils;

const KIND_NAMES = {
  tutorial: 'Tutorial',
  'how-to': 'How-to',
  reference: 'Reference',
  explanation: 'Explanation',
};

const document = ({ title, assets, head = '', bodyClass, body }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.style}">
${head}</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`;

/** `at`: which part of the site the page belongs to. */
const header = (at, extra = '') => `<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/"><span class="mark" aria-hidden="true">P</span>Payments platform</a>
<nav class="parts" aria-label="Site">
<a href="/docs"${at === 'docs' ? ' aria-current="true"' : ''}>Docs</a>
<a href="/docs/reference"${at === 'reference' ? ' aria-current="page"' : ''}><span class="wide">API </span>reference</a>
</nav>
${extra}</header>`;

/** The field is shown by the script that makes it work. */
const searchAndMenu = (
  assets,
) => `<div class="search" role="search" hidden data-search="${assets.search}" data-index="${assets.index}">
<label class="hidden" for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<div id="found" role="listbox" aria-label="Pages found" hidden></div>
<p class="hidden" role="status"></p>
</div>
<button class="menu" type="button" popovertarget="pages">Menu</button>`;

const navigation = (readers, current) => `<nav id="pages" class="pages" popover aria-label="Documentation">
<button class="menu" type="button" popovertarget="pages" popovertargetaction="hide">Close</button>
<p><a href="/docs"${current === '/docs' ? ' aria-current="page"' : ''}>All pages</a></p>
${readers
  .map(
    ({ reader, pages }) => `<h2>${escapeHtml(reader)}</h2>
<ul>
${pages
  .map(
    ({ name, address, isShownFor }) =>
      `<li><a href="${address}"${isShownFor(current) ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a></li>`,
  )
  .join('\n')}
</ul>`,
  )
  .join('\n')}
</nav>`;

/** The headings of the second and third level, shown beside the page where there is room. */
function headingsOf(headings) {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  return `<nav class="toc" aria-label="On this page">
<h2>On this page</h2>
<ul>
${shown.map(({ level, text, id }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`).join('\n')}
</ul>
</nav>`;
}

const neighbour = (page, rel, label) =>
  page
    ? `<a rel="${rel}" href="${page.address}"><small>${label}</small>${escapeHtml(page.name)}</a>`
    : '<span></span>';

/** A page of the documentation. `entry`: its line in the table of contents, if it has one. */
export function docsPage({ assets, readers, title, headings, address, source, entry, before, after, body }) {
  const eyebrow = entry
    ? `<p class="eyebrow">${escapeHtml(entry.reader)} <b>${KIND_NAMES[entry.kind]}</b></p>`
    : '';
  return document({
    title: address === '/docs' ? 'Documentation of the payments platform' : `${title} · Payments platform`,
    assets,
    head: `<script type="module" src="${assets.script}"></script>\n`,
    bodyClass: address === '/docs' ? 'docs contents' : 'docs',
    body: `${header('docs', searchAndMenu(assets))}
<div class="columns">
${navigation(readers, address)}
<main id="content" tabindex="-1">
${eyebrow}<h1>${escapeHtml(title)}</h1>
${body}
<footer class="end">
${before || after ? `<nav class="neighbours" aria-label="Neighbouring pages">${neighbour(before, 'prev', 'Previous')}${neighbour(after, 'next', 'Next')}</nav>` : ''}
<p>This page is <code>${escapeHtml(source)}</code> in the repository.</p>
</footer>
</main>
${address === '/docs' ? '' : headingsOf(headings)}
</div>`,
  });
}

/** The page at an address below /docs that has none. */
export const notFoundPage = ({ assets, readers }) =>
  document({
    title: 'No such page · Payments platform',
    assets,
    head: `<script type="module" src="${assets.script}"></script>\n`,
    bodyClass: 'docs',
    body: `${header('docs', searchAndMenu(assets))}
<div class="columns">
${navigation(readers, '')}
<main id="content" tabindex="-1">
<h1>No such page</h1>
<p>There is no page of the documentation at this address. <a href="/docs">All pages</a> are listed by reader.</p>
</main>
</div>`,
  });

const READERS = {
  merchants: {
    title: 'API reference',
    document: '/docs/openapi',
    intro:
      'Every operation of this host, with its fields, answers and errors. To try one, set your key or token below <b>Authentication</b>, choose the operation and press <b>Execute</b>: the request goes to this host.',
    links: `<li><a href="/docs/reference/api">API</a>: authentication, errors, idempotency, dry runs, rate limits</li>
<li><a href="/docs/start/quickstart">Quickstart</a>: the first payment, step by step</li>
<li><a href="/docs/reference/payment-methods">Payment methods</a>: test cards and their outcomes</li>`,
  },
  staff: {
    title: 'API reference for staff',
    document: '/docs/staff/openapi',
    intro:
      'Every operation for staff, with its fields, answers and errors. To try one, set the token of your session below <b>Authentication</b>, choose the operation and press <b>Execute</b>: the request goes to this host and is audited.',
    links: `<li><a href="/docs/start/first-day-operator">First day of an operator</a>: sign in and do the first tasks</li>
<li><a href="/docs/operate/staff">Staff</a>: roles, approvals and the audit log</li>`,
  },
};

/** The API reference, which a custom element renders from an OpenAPI document of the host. `reader`: of `READERS`. */
export function referencePage({ assets, reader }) {
  const { title, document: address, intro, links } = READERS[reader];
  return document({
    title: `${title} · Payments platform`,
    assets,
    head: `<script src="${assets.explorer}" defer></script>\n<script type="module" src="${assets.reference}"></script>\n`,
    bodyClass: 'reference',
    body: `${header('reference', `<h1 class="hidden">${title}</h1><p class="raw"><a href="${address}.json">openapi.json</a> <a href="${address}.yaml">openapi.yaml</a></p>`)}
<div id="content" tabindex="-1">
<noscript><p>The reference needs a script. The same content is the OpenAPI document <a href="${address}.json">openapi.json</a>.</p></noscript>
<openapi-explorer spec-url="${address}.json" hide-server-selection hide-components="false" collapse="true" default-schema-tab="body" response-area-height="24rem" schema-expand-level="2">
<div slot="overview-footer" class="start">
<p>${intro}</p>
<ul>
${links}
</ul>
</div>
</openapi-explorer>
</div>`,
  });
}
