/** Runs work of one name one after another in this process, and work of other names beside it. */
export class Turns {
  /** By name: settles when the last work given has ended; never rejects. */
  private readonly last = new Map<string, Promise<void>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (this.last.get(name) ?? Promise.resolve()).then(work);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(name, ended);
    try {
      return await result;
    } finally {
      if (this.last.get(name) === ended) this.last.delete(name);
    }
  }
}
