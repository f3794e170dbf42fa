import { Injectable } from '@nestjs/common';

/** Told after every commit that left events in the outbox; whoever relays them listens here. */
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
