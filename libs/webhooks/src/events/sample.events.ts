import { DomainEvent } from '@app/kernel';

/** Name of the event below, for those who read it back from the outbox. */
export const SAMPLE_TRIGGERED = 'webhooks.sample-triggered';

/** Somebody asked for a sample of an event, for one test app. Nothing has happened, and nothing but that app hears of it. */
export class SampleTriggered extends DomainEvent<{ appId: string; event: string; sample: object }> {
  static override readonly type = SAMPLE_TRIGGERED;
}
