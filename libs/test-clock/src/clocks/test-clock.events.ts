import { DomainEvent } from '@app/kernel';

/** How far the business time was ahead of the real time; negative where it was behind. */
interface TestClockResetData {
  aheadMs: number;
}

/**
 * An app returned to the real time. The libs of its test objects end those that are open, without events of their own; what
 * cannot end by itself keeps the time that was left.
 */
export class TestClockReset extends DomainEvent<TestClockResetData> {
  static override readonly type = 'test-clock.reset';
}
