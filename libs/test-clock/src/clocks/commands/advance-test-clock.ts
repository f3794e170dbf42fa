import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { TestClock } from '../test-clock.aggregate';
import { noSingleTarget } from '../test-clock.errors';
import { TestClockRepository } from '../test-clock.repository';

const HOUR_MS = 3_600_000;

export interface AdvanceTarget {
  to?: Date;
  days?: number;
  hours?: number;
}

/** Sets the target of an app's test clock; the scheduler then works on all that falls due up to it. */
export class AdvanceTestClock extends Command<TestClock> {
  constructor(
    readonly appId: string,
    readonly ownerId: string,
    readonly target: AdvanceTarget,
    readonly freezes: boolean,
  ) {
    super();
  }
}

@CommandHandler(AdvanceTestClock)
export class AdvanceTestClockHandler implements ICommandHandler<AdvanceTestClock> {
  constructor(
    private readonly clocks: TestClockRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ appId, ownerId, target, freezes }: AdvanceTestClock): Promise<TestClock> {
    const testClock = await this.clocks.ofApp(appId, ownerId);
    const now = this.clock.now();
    testClock.advance(timeOf(target, testClock.timeAt(now)), freezes, now);
    this.clocks.store(testClock);
    return testClock;
  }
}

function timeOf({ to, days, hours }: AdvanceTarget, from: Date): Date {
  if ([to, days, hours].filter((given) => given !== undefined).length !== 1) throw noSingleTarget();
  return to ?? new Date(from.getTime() + (days === undefined ? hours! : days * 24) * HOUR_MS);
}
