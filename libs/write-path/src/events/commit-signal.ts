import { Injectable } from '@nestjs/common';

/** Signals each commit that left events in the outbox; the relay subscribes to it. */
@Injectable()
export class CommitSignal {
  private readonly callbacks: (() => void)[] = [];

  onCommitted(callback: () => void): void {
    this.callbacks.push(callback);
  }

  committed(): void {
    for (const callback of this.callbacks) callback();
  }
}
