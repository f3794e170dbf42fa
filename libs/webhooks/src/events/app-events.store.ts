import { Inject, Injectable } from '@nestjs/common';
import type { HostName } from '@app/config';
import { type Answer, Commands, type RequestContext } from '@app/write-path';
import { type Caller, HOST, ownerOf } from '@app/http';
import { invalid, notFound } from '@app/kernel';
import { AppQueries } from '@app/merchants';
import { DeliveriesQueries, type DeliveryView } from '../deliveries/deliveries.queries';
import { ResendEvent, type Resent } from './commands/resend-event';
import { EventFeedService } from './event-feed.service';
import type { EventQuery, FeedQuery, ResendBody } from './events.dto';
import { type FeedEvent, type FeedPage, FeedQueries } from './feed.queries';

/** The events actions of all hosts, for the app of the caller's key or the app that the caller names. */
@Injectable()
export class AppEventsStore {
  constructor(
    private readonly feed: EventFeedService,
    private readonly queries: FeedQueries,
    private readonly deliveries: DeliveriesQueries,
    private readonly apps: AppQueries,
    private readonly commands: Commands,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  async list(
    caller: Caller,
    query: FeedQuery,
    gone: AbortSignal,
  ): Promise<Omit<FeedPage, 'resent'> & { app_id: string; resent?: FeedEvent[] }> {
    const { appId } = await this.appOf(caller, query.app_id);
    const { types, limit, wait, resent_after } = query;
    const request = {
      after: positionOf(query.after ?? '0'),
      resentAfter: resent_after == null ? null : positionOf(resent_after),
      types: types?.split(',') ?? null,
      limit,
      waitMs: wait * 1000,
    };
    const { resent, ...page } = await this.feed.read(appId, request, gone);
    return { app_id: appId, ...page, ...(request.resentAfter !== null && { resent }) };
  }

  async detail(
    caller: Caller,
    { id, app_id }: EventQuery,
  ): Promise<FeedEvent & { deliveries: DeliveryView[] }> {
    const { appId } = await this.appOf(caller, app_id);
    const event = await this.queries.event(appId, id);
    if (!event) throw notFound('Event');
    return { ...event, deliveries: await this.deliveries.ofEvent(appId, id, new Date(event.created_at)) };
  }

  async resend(
    caller: Caller,
    context: RequestContext,
    { id, app_id, webhook_id }: ResendBody,
  ): Promise<Answer<Resent>> {
    const app = await this.appOf(caller, app_id);
    return this.commands.answer(context, new ResendEvent(app, id, webhook_id ?? null));
  }

  /** The app of a key, or the app that a user names and owns, in the sandbox a test app. */
  private async appOf(
    caller: Caller,
    named: string | null | undefined,
  ): Promise<{ ownerId: string; appId: string }> {
    const ownerId = ownerOf(caller);
    if (caller.kind === 'app') {
      if (named && named !== caller.appId) throw notFound('App');
      return { ownerId, appId: caller.appId };
    }
    if (!named) throw invalid('app_id', 'app_id must be given: events are numbered for each app.');
    const [app] = await this.apps.list(ownerId, named);
    if (!app || (this.host === 'sandbox' && app.mode !== 'test')) throw notFound('App');
    return { ownerId, appId: named };
  }
}

function positionOf(text: string): number | 'latest' {
  return text === 'latest' ? text : Number(text);
}
