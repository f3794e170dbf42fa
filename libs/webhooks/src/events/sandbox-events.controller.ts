import { Body, Query, Res } from '@nestjs/common';
import { Commands, type RequestContext } from '@app/write-path';
import {
  type AppCaller,
  By,
  type Caller,
  Context,
  GetAction,
  InvalidFields,
  type Policy,
  PostAction,
  WireController,
} from '@app/http';
import type { FastifyReply } from 'fastify';
import { AppEventsStore } from './app-events.store';
import { TriggerSample } from './commands/trigger-sample';
import { EventQuery, FeedQuery, ResendBody, TriggerBody } from './events.dto';
import { goneSignal } from './gone-signal.policy';
import { sampleFaults } from './sample.view';

const ACCESS = { credentials: ['secret-key'], scope: 'webhooks:manage' } as const satisfies Partial<Policy>;
const READ = {
  ...ACCESS,
  credentials: ['session', 'secret-key'],
  team: 'payments:read',
} as const satisfies Partial<Policy>;

/**
 * `events.php` of the sandbox: the events actions for test keys, which may only read elsewhere, and sample
 * events. People who are signed in read the events of their test apps.
 */
@WireController('events.php')
export class SandboxEventsController {
  constructor(
    private readonly events: AppEventsStore,
    private readonly commands: Commands,
  ) {}

  @GetAction('list', {
    ...READ,
    summary: 'The app’s events in their order, or the next ones',
    rate: 'events',
    refusals: ['NOT_FOUND'],
  })
  list(@By() caller: Caller, @Query() query: FeedQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.events.list(caller, query, goneSignal(reply));
  }

  @GetAction('detail', {
    ...READ,
    summary: 'One event with every delivery and attempt',
    refusals: ['NOT_FOUND'],
  })
  detail(@By() caller: Caller, @Query() query: EventQuery) {
    return this.events.detail(caller, query);
  }

  @PostAction('resend', {
    ...ACCESS,
    summary: 'Send an event again, to one endpoint or to all',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  resend(@By() caller: AppCaller, @Context() context: RequestContext, @Body() body: ResendBody) {
    return this.events.resend(caller, context, body);
  }

  @PostAction('trigger', {
    ...ACCESS,
    summary: 'Make a sample of any event: delivered, but nothing has happened',
    refusals: ['LIMIT_REACHED'],
  })
  async trigger(@By() { appId, ownerId }: AppCaller, @Body() { type, data }: TriggerBody) {
    const given = data ?? {};
    const faults = sampleFaults(type, given);
    if (faults.length > 0) throw new InvalidFields(faults);
    const { id } = await this.commands.execute(new TriggerSample({ appId, ownerId }, type, given));
    return { id, event: type, message: 'The sample is on its way.' };
  }
}
