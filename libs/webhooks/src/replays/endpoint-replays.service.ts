import { Injectable } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import type { Caller } from '@app/http';
import { Clock, invalid, invalidState } from '@app/kernel';
import { WEBHOOK_EVENTS, type WebhookEvent, WebhookEndpointQueries } from '@app/merchants';
import { isSubscribed } from '../events/is-subscribed.policy';
import { StartReplay } from './commands/start-replay';
import type { Selection, Standing } from './replay.policy';
import type { ReplayBody } from './replays.dto';
import { ReplaysQueries, type ReplayView } from './replays.queries';

/** Sends past events again to one endpoint of the caller, on the business host and on the sandbox host. */
@Injectable()
export class EndpointReplaysService {
  constructor(
    private readonly commands: Commands,
    private readonly endpoints: WebhookEndpointQueries,
    private readonly replays: ReplaysQueries,
    private readonly clock: Clock,
  ) {}

  async start(caller: Caller, context: RequestContext, body: ReplayBody) {
    const selection = await this.selectionOf(caller, body);
    if (body.dry_run) {
      const { total, byEvent } = await this.replays.count(selection);
      return { dry_run: true, webhook_id: body.webhook_id, total, by_event: byEvent };
    }
    const [destination] = await this.endpoints.destinationsOf([selection.endpointId]);
    if (!destination?.active) throw invalidState('This endpoint is disabled; resume it first.');
    return this.commands.answer(context, new StartReplay(selection), ({ id, total }) => ({
      replay_id: id,
      webhook_id: selection.endpointId,
      state: 'running',
      total,
      since: selection.since,
      until: selection.until,
    }));
  }

  async list(caller: Caller, endpointId: string): Promise<ReplayView[]> {
    await this.endpoints.byIdFor(caller, endpointId);
    return this.replays.list(endpointId);
  }

  private async selectionOf(caller: Caller, body: ReplayBody): Promise<Selection> {
    const { id, appId, events } = await this.endpoints.byIdFor(caller, body.webhook_id);
    const since = new Date(body.since);
    const until = body.until == null ? this.clock.now() : new Date(body.until);
    if (until <= since) throw invalid('until', 'until must lie behind since.');
    const wanted = WEBHOOK_EVENTS.filter((event) => isSubscribed(event, events));
    return {
      endpointId: id,
      appId,
      since,
      until,
      types: (body.types as WebhookEvent[] | undefined) ?? wanted,
      standing: (body.status ?? null) as Standing | null,
    };
  }
}
