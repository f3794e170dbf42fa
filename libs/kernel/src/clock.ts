/** The source of time. No other code of the product reads the machine's clock. */
export abstract class Clock {
  abstract now(): Date;

  /** Whole Unix seconds. */
  unixSeconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** A clock for tests: it can be moved forward and frozen. */
export class ManualClock extends Clock {
  private offsetMs = 0;
  private frozenAt: number | null = null;

  now(): Date {
    return new Date((this.frozenAt ?? Date.now()) + this.offsetMs);
  }

  advance(duration: {
    days?: number;
    hours?: number;
    minutes?: number;
    seconds?: number;
    ms?: number;
  }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 } = duration;
    this.offsetMs += ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000 + ms;
  }

  freeze(at: Date = this.now()): void {
    this.frozenAt = at.getTime();
    this.offsetMs = 0;
  }
}

export function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
