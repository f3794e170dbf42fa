import { PaymentsError } from './errors.js';

/** What every page has. */
export interface AnyPage {
  data: unknown[];
  next_cursor: string | null;
}

/**
 * A list of the API. `for await (const item of list)` reads all items by cursor, so that each one is read once while others
 * are added; `page()` reads one page.
 */
export class List<Page extends AnyPage> implements AsyncIterable<Page['data'][number]> {
  readonly #read: (change?: object) => Promise<Page>;

  /** `read` requests the page of the filters of the list, with these parameters in place of them. */
  constructor(read: (change?: object) => Promise<Page>) {
    this.#read = read;
  }

  /** The first page, or that of `cursor` or `page` among the filters; `next_cursor` is null on the last one. */
  page(): Promise<Page> {
    return this.#read();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Page['data'][number], void, undefined> {
    let cursor: string | null = null;
    do {
      const change = cursor === null ? undefined : { cursor, page: undefined, offset: undefined };
      const page: Page = await this.#read(change);
      yield* page.data as Page['data'][number][];
      if (page.next_cursor === cursor && cursor !== null)
        throw new PaymentsError('The server repeats a page of the list.');
      cursor = page.next_cursor ?? null;
    } while (cursor !== null);
  }
}
