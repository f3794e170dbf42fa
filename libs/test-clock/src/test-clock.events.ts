import { DomainEvent } from '@app/kernel';

/** An app returned to the real time; the libs of its test objects end those that are open, without events of their own. */
export class TestClockReset extends DomainEvent<Record<string, never>> {
  static override readonly type = 'test-clock.reset';
}
