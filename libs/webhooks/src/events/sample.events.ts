import { DomainEvent } from '@app/kernel';
import type { WebhookEvent } from '@app/merchants';

/** A sample event was requested for one test app; only that app gets it. */
export class SampleTriggered extends DomainEvent<{ appId: string; event: WebhookEvent; sample: object }> {
  static override readonly type = 'webhooks.sample-triggered';
}
