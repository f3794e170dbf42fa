/** What the pages of the documentation do besides being read: search, copy buttons, the current heading. */
const field = document.querySelector<HTMLInputElement>('#search');
const search = field?.closest<HTMLElement>('.search');

if (field && search) {
  search.hidden = false;
  field.addEventListener('focus', () => void loadSearch(search, field), { once: true });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
}

async function loadSearch({ dataset }: HTMLElement, input: HTMLInputElement): Promise<void> {
  const { startSearch } = (await import(dataset.search!)) as typeof import('./search');
  await startSearch(input, dataset.index!);
}

for (const block of document.querySelectorAll<HTMLElement>('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(block, button));
  block.append(button);
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(block.querySelector('code')!.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.toc a')].map((link) => [link.hash.slice(1), link]),
);
const headings = [...document.querySelectorAll<HTMLElement>('main h2[id], main h3[id]')];

/** Marks the last heading that has passed the top of the window. */
function markCurrent(): void {
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120).at(-1);
  for (const [id, link] of links) {
    if (id === passed?.id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

if (links.size > 0) {
  document.addEventListener('scroll', markCurrent, { passive: true });
  markCurrent();
}

// The page of the reader is in view in a long navigation.
document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
