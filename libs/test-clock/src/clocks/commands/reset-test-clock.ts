import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { TestClock } from '../test-clock.aggregate';
import { TestClockRepository } from '../test-clock.repository';

/** Returns an app to the real time. Its open test objects end without events, because their times are of another clock. */
export class ResetTestClock extends Command<TestClock> {
  constructor(
    readonly appId: string,
    readonly ownerId: string,
  ) {
    super();
  }
}

@CommandHandler(ResetTestClock)
export class ResetTestClockHandler implements ICommandHandler<ResetTestClock> {
  constructor(
    private readonly clocks: TestClockRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ appId, ownerId }: ResetTestClock): Promise<TestClock> {
    const testClock = await this.clocks.ofApp(appId, ownerId);
    testClock.reset(this.clock.now());
    this.clocks.store(testClock);
    return testClock;
  }
}
