import { Query } from '@nestjs/common';
import { By, type Caller, GetAction, ownerOf, type Policy, WireController } from '@app/http';
import { notFound } from '@app/kernel';
import { AppQueries } from '../apps/app.queries';
import { appOf } from '../webhook-endpoints/webhook-endpoint.queries';
import { RequestErrorsQuery, RequestQuery, LoggedRequestsQuery } from './requests.dto';
import { RequestsQueries } from './requests.queries';

const ACCESS = {
  credentials: ['session', 'secret-key'],
  scope: 'webhooks:manage',
  team: 'webhooks',
  refusals: ['NOT_FOUND'],
} as const satisfies Partial<Policy>;

/** `business.php?section=requests`: the writes and the refused requests of an account. A key sees those of its own app. */
@WireController('business.php')
export class RequestsController {
  constructor(
    private readonly requests: RequestsQueries,
    private readonly apps: AppQueries,
  ) {}

  @GetAction('requests/list', { summary: 'Writes and refused requests, newest first', ...ACCESS })
  async list(@By() caller: Caller, @Query() query: LoggedRequestsQuery) {
    return this.requests.list(ownerOf(caller), await this.appFor(caller, query.app_id), query);
  }

  @GetAction('requests/errors', { summary: 'Refused requests by error and operation', ...ACCESS })
  async errors(@By() caller: Caller, @Query() query: RequestErrorsQuery) {
    return this.requests.errors(ownerOf(caller), await this.appFor(caller, query.app_id), query);
  }

  @GetAction('requests/show', { summary: 'One request by its id', ...ACCESS })
  async show(@By() caller: Caller, @Query() { request_id }: RequestQuery) {
    const found = await this.requests.byId(ownerOf(caller), appOf(caller), request_id);
    if (!found) throw notFound('Request');
    return found;
  }

  /** The app of a key, or the one that a person names, which has to be of the account. */
  private async appFor(caller: Caller, named: string | null | undefined): Promise<string | null> {
    const own = appOf(caller);
    if (own !== null && named != null && named !== own) throw notFound('App');
    if (own === null && named != null && (await this.apps.list(ownerOf(caller), named)).length === 0)
      throw notFound('App');
    return own ?? named ?? null;
  }
}
