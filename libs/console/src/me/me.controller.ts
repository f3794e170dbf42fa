import { Req } from '@nestjs/common';
import { Inject } from '@nestjs/common';
import { ProfilesService, TeamQueries } from '@app/accounts';
import type { HostName } from '@app/config';
import {
  By,
  GetAction,
  HOST,
  modeOf,
  RECENT_PROOF_SECONDS,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { addSeconds, Clock, notFound } from '@app/kernel';
import { AppQueries } from '@app/merchants';
import { AttentionQueries } from './attention.queries';
import type { AppName, MeView } from './me.view';
import { OwnActionsService } from './own-actions.service';

/** `auth.php`: what a page needs to know about the person who is signed in. */
@WireController('auth.php')
export class MeController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly teams: TeamQueries,
    private readonly apps: AppQueries,
    private readonly actions: OwnActionsService,
    private readonly attention: AttentionQueries,
    private readonly clock: Clock,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @GetAction('me', {
    summary: 'The person signed in, the account of the session, and what both may do on this host',
    credentials: ['session'],
    team: 'self',
    refusals: ['NOT_FOUND'],
  })
  async show(@By() caller: UserCaller, @Req() request: WireRequest): Promise<MeView> {
    const { userId, accountId, staffRole } = caller;
    const actions = this.actions.of(caller, request);
    const may = new Set(actions);
    // One after the other, so that a request holds one connection at a time.
    const user = await this.profiles.byId(userId);
    const owner = accountId === userId ? user : await this.profiles.byId(accountId);
    const accounts = await this.teams.accountsOf(userId);
    const apps = await this.apps.list(accountId);
    const own = await this.attention.ofAccount(accountId, modeOf(this.host), may);
    const ofStaff = staffRole ? await this.attention.ofStaff(may) : [];
    const account = accounts.find((one) => one.accountId === accountId);
    if (!account) throw notFound('Account');
    const open = apps.filter(({ revoked_at }) => revoked_at === null);
    const named = (mode: string): AppName[] =>
      open.filter((app) => app.mode === mode).map(({ app_id, app_name }) => ({ app_id, app_name }));
    return {
      user: {
        id: user.id,
        email: user.email,
        first_name: user.first_name,
        last_name: user.last_name,
        email_verified: user.email_verified,
        two_factor_enabled: user.two_factor_enabled,
        pin_set: user.pin_set,
      },
      account: {
        id: accountId,
        name: account.name,
        account_type: account.accountType,
        role: account.role,
      },
      staff_role: staffRole,
      actions,
      attention: [...own, ...ofStaff].sort((a, b) => a.oldest_at.getTime() - b.oldest_at.getTime()),
      proved_until: this.provedUntil(caller),
      kyb_status: owner.kyb_status,
      modes: { live: named('live'), test: named('test') },
    };
  }

  private provedUntil({ provedAt }: UserCaller): Date | null {
    const until = provedAt && addSeconds(provedAt, RECENT_PROOF_SECONDS);
    return until && until > this.clock.now() ? until : null;
  }
}
