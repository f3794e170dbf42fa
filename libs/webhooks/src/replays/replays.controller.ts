import { Body, Query } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import { By, Context, type Caller, GetAction, PostAction, WireController } from '@app/http';
import { EndpointReplaysService } from './endpoint-replays.service';
import { ReplayBody, ReplaysQuery } from './replays.dto';
import type { ReplayView } from './replays.queries';

const ACCESS = {
  credentials: ['session', 'secret-key'],
  scope: 'webhooks:manage',
  team: 'webhooks',
} as const;

/** `business.php?section=webhooks`: sends past events again to one endpoint. */
@WireController('business.php')
export class ReplaysController {
  constructor(private readonly replays: EndpointReplaysService) {}

  @PostAction('webhooks/replay', {
    summary: 'Send events of a past time to an endpoint again, in order, in the background',
    ...ACCESS,
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  replay(@By() caller: Caller, @Context() context: RequestContext, @Body() body: ReplayBody) {
    return this.replays.start(caller, context, body);
  }

  @GetAction('webhooks/replays', {
    summary: 'Replays to an endpoint and how far they are',
    ...ACCESS,
    refusals: ['NOT_FOUND'],
  })
  list(@By() caller: Caller, @Query() { webhook_id }: ReplaysQuery): Promise<ReplayView[]> {
    return this.replays.list(caller, webhook_id);
  }
}
