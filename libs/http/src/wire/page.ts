/** The last page that may be asked for: within it, an offset is a safe integer. */
export const MAX_PAGE = 1_000_000_000;

/** One page of a list, in the envelope of all paged endpoints. */
export class Page<T, E extends object = object> {
  constructor(
    readonly data: T[],
    readonly total: number,
    readonly page: number,
    readonly perPage: number,
    /** More fields of the envelope, e.g. `next_cursor`. */
    readonly extra: E = {} as E,
  ) {}

  toJSON(): Record<string, unknown> {
    const totalPages = Math.ceil(this.total / this.perPage);
    return {
      data: this.data,
      total: this.total,
      page: this.page,
      per_page: this.perPage,
      total_pages: totalPages,
      has_next: this.page < totalPages,
      has_prev: this.page > 1 && this.total > 0,
      ...this.extra,
    };
  }

  map<U>(transform: (item: T) => U): Page<U, E> {
    return new Page(this.data.map(transform), this.total, this.page, this.perPage, this.extra);
  }

  async mapAsync<U>(transform: (item: T) => Promise<U>): Promise<Page<U, E>> {
    const data = await Promise.all(this.data.map(transform));
    return new Page(data, this.total, this.page, this.perPage, this.extra);
  }
}
