import { Injectable } from '@nestjs/common';

/** Told after every commit that left events in the outbox; whoever relays them listens here. */
@Injectable()
export class CommitSignal {
  private readonly hearers: (() => void)[] = [];

  onCommitted(hear: () => void): void {
    this.hearers.push(hear);
  }

  committed(): void {
    for (const hear of this.hearers) hear();
  }
}
