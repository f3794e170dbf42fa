import { DomainEvent } from '@app/kernel';
import type { WebhookEvent } from '@app/merchants';

/** A sample of an event was asked for, for one test app. Nothing has happened, and only that app gets it. */
export class SampleTriggered extends DomainEvent<{ appId: string; event: WebhookEvent; sample: object }> {
  static override readonly type = 'webhooks.sample-triggered';
}
