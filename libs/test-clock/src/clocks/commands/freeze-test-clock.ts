import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { TestClock } from '../test-clock.aggregate';
import { TestClockRepository } from '../test-clock.repository';

/** Holds the time of an app's test clock until the next advance or reset. */
export class FreezeTestClock extends Command<TestClock> {
  constructor(
    readonly appId: string,
    readonly ownerId: string,
  ) {
    super();
  }
}

@CommandHandler(FreezeTestClock)
export class FreezeTestClockHandler implements ICommandHandler<FreezeTestClock> {
  constructor(
    private readonly clocks: TestClockRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ appId, ownerId }: FreezeTestClock): Promise<TestClock> {
    const testClock = await this.clocks.ofApp(appId, ownerId);
    testClock.freeze(this.clock.now());
    this.clocks.store(testClock);
    return testClock;
  }
}
