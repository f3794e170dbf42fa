import { Body, Query, Res } from '@nestjs/common';
import { By, type Caller, Context, GetAction, type Policy, PostAction, WireController } from '@app/http';
import type { RequestContext } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { AppEventsStore } from './app-events.store';
import { EventQuery, FeedQuery, ResendBody } from './events.dto';
import { goneSignal } from './gone-signal.policy';

const ACCESS = {
  credentials: ['session', 'secret-key'],
  scope: 'webhooks:manage',
  team: 'payments:read',
} as const satisfies Partial<Policy>;

/** `business.php?section=events`: an app's numbered events, for its key and its owner. */
@WireController('business.php')
export class EventsController {
  constructor(private readonly events: AppEventsStore) {}

  @GetAction('events/list', {
    ...ACCESS,
    summary: 'An app’s events in their order, or the next ones',
    rate: 'events',
    refusals: ['NOT_FOUND'],
  })
  list(@By() caller: Caller, @Query() query: FeedQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.events.list(caller, query, goneSignal(reply));
  }

  @GetAction('events/detail', {
    ...ACCESS,
    summary: 'One event with every delivery and attempt',
    refusals: ['NOT_FOUND'],
  })
  detail(@By() caller: Caller, @Query() query: EventQuery) {
    return this.events.detail(caller, query);
  }

  @PostAction('events/resend', {
    ...ACCESS,
    team: 'webhooks',
    summary: 'Send an event again, to one endpoint or to all',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  resend(@By() caller: Caller, @Context() context: RequestContext, @Body() body: ResendBody) {
    return this.events.resend(caller, context, body);
  }
}
