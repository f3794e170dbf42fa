import { Inject, Query } from '@nestjs/common';
import type { HostName } from '@app/config';
import {
  type AppCaller,
  By,
  GetAction,
  hasCapability,
  HOST,
  modeOf,
  ownerOf,
  type UserCaller,
  WireController,
} from '@app/http';
import { ExplainQuery } from './explain.dto';
import { ExplanationsService, type ExplanationView } from './explanations.service';

/** `transactions.php?action=explain`: what happened to an object of the caller's account. */
@WireController('transactions.php')
export class ExplainController {
  constructor(
    private readonly explanations: ExplanationsService,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @GetAction('explain', {
    summary: 'What happened to an object: attempts, postings, events, deliveries and mails, by time',
    credentials: ['session', 'secret-key'],
    scope: 'transactions:read',
    team: 'payments:read',
    refusals: ['NOT_FOUND'],
  })
  async explain(
    @By() caller: UserCaller | AppCaller,
    @Query() { id, cursor }: ExplainQuery,
  ): Promise<ExplanationView> {
    const mode = caller.kind === 'app' ? caller.mode : modeOf(this.host);
    const viewer = { ownerId: ownerOf(caller), mode };
    const role = caller.kind === 'user' ? caller.teamRole : (caller.person?.teamRole ?? null);
    const withPostings = role === null || hasCapability(role, 'money:read');
    return (await this.explanations.explain(id, viewer, { cursor, withPostings })).view;
  }
}
