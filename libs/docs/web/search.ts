import MiniSearch from 'minisearch';

interface Entry {
  page: string;
  heading: string;
  address: string;
  text: string;
}

const SHOWN = 8;
/** Decisions are for readers who look for them: pages about the same subject come first. */
const DECISIONS = '/docs/decisions/';

/** Makes the field search the index at this address. Loaded when the field gets the focus. */
export async function startSearch(input: HTMLInputElement, address: string): Promise<void> {
  const entries = (await (await fetch(address)).json()) as Entry[];
  const index = new MiniSearch<Entry>({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      boostDocument: (id) => ((id as string).startsWith(DECISIONS) ? 0.2 : 1),
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  });
  index.addAll(entries);
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  new Results(input, (text) =>
    index
      .search(text)
      .slice(0, SHOWN)
      .map(({ id }) => byAddress.get(id as string)!),
  );
}

/** The list below the field, as a combobox: arrow keys select, Enter opens, Escape closes. */
class Results {
  private readonly list = document.getElementById('found')!;
  private readonly status = this.list.parentElement!.querySelector('[role=status]')!;
  private options: HTMLAnchorElement[] = [];
  private selected = -1;

  constructor(
    private readonly input: HTMLInputElement,
    private readonly find: (text: string) => Entry[],
  ) {
    input.addEventListener('input', () => this.show());
    input.addEventListener('focus', () => this.show());
    input.addEventListener('keydown', (event) => this.react(event));
    document.addEventListener('click', ({ target }) => {
      if (!this.list.parentElement!.contains(target as Node)) this.close();
    });
    this.show();
  }

  private show(): void {
    const text = this.input.value.trim();
    if (text === '') return this.close();
    this.options = this.find(text).map(option);
    const none = document.createElement('p');
    none.textContent = 'Nothing found.';
    this.list.replaceChildren(...(this.options.length > 0 ? this.options : [none]));
    this.status.textContent = this.options.length === 1 ? '1 result' : `${this.options.length} results`;
    this.list.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    this.select(this.options.length > 0 ? 0 : -1);
  }

  private close(): void {
    this.list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  private react(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') return this.close();
    if (this.list.hidden || this.options.length === 0) return;
    if (event.key === 'Enter') {
      this.close();
      this.options[this.selected]?.click();
    } else if (step !== undefined) {
      event.preventDefault();
      this.select((this.selected + step + this.options.length) % this.options.length);
    }
  }

  private select(at: number): void {
    this.selected = at;
    for (const [place, each] of this.options.entries()) each.ariaSelected = String(place === at);
    const current = this.options[at];
    if (!current) return this.input.removeAttribute('aria-activedescendant');
    this.input.setAttribute('aria-activedescendant', current.id);
    current.scrollIntoView({ block: 'nearest' });
  }
}

function option({ page, heading, address, text }: Entry, at: number): HTMLAnchorElement {
  const link = document.createElement('a');
  link.id = `found-${at}`;
  link.href = address;
  link.tabIndex = -1;
  link.setAttribute('role', 'option');
  const name = document.createElement('b');
  name.textContent = heading === page ? page : `${page}: ${heading}`;
  const about = document.createElement('span');
  about.textContent = text;
  link.append(name, about);
  return link;
}
