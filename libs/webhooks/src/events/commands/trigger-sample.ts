import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { WebhookEvent } from '@app/merchants';
import { TestQuotasService } from '@app/test-clock';
import { sampleOf } from '../sample.view';
import { SampleTriggered } from '../sample.events';

/**
 * Creates a sample event for one test app. It is numbered and delivered like other events and has no other
 * effect.
 */
export class TriggerSample extends Command<{ id: string }> {
  constructor(
    readonly app: { ownerId: string; appId: string },
    readonly event: WebhookEvent,
    /** Replaces values of the example; validated beforehand. */
    readonly given: Record<string, unknown>,
  ) {
    super();
  }
}

@CommandHandler(TriggerSample)
export class TriggerSampleHandler implements ICommandHandler<TriggerSample> {
  constructor(
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ app: { ownerId, appId }, event, given }: TriggerSample): Promise<{ id: string }> {
    await this.quotas.requireEvent({ mode: 'test', appId, ownerId });
    const sample = sampleOf(event, given, this.clock.now());
    const sampled = new SampleTriggered(appId, ownerId, 'test', { appId, event, sample });
    return { id: this.eventBus.publish(sampled) as string };
  }
}
