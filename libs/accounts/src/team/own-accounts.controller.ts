import { Body, Headers } from '@nestjs/common';
import {
  By,
  ClientAddress,
  Context,
  GetAction,
  PostAction,
  type UserCaller,
  WireController,
} from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { clientOf } from '../sessions/client.policy';
import { SwitchAccount } from './commands/switch-account';
import { SwitchAccountDto } from './team.dto';
import { TeamQueries } from './team.queries';
import { accountView } from './team.view';

/** `auth.php`: the accounts that a person acts for. */
@WireController('auth.php')
export class OwnAccountsController {
  constructor(
    private readonly commands: Commands,
    private readonly teams: TeamQueries,
  ) {}

  @GetAction('accounts', {
    summary: 'Accounts that you may act for, your own first',
    credentials: ['session'],
    team: 'self',
  })
  async list(@By() { userId, accountId }: UserCaller) {
    return (await this.teams.accountsOf(userId)).map((account) => accountView(account, accountId));
  }

  @PostAction('switch-account', {
    summary: 'Open a session that acts for an account of whose team you are, or for your own again',
    credentials: ['session'],
    team: 'self',
    rate: 'login',
    refusals: ['NOT_FOUND'],
  })
  switch(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { account_id: accountId }: SwitchAccountDto,
    @ClientAddress() ip: string,
    @Headers('user-agent') agent?: string,
  ) {
    const command = new SwitchAccount(caller, accountId.toLowerCase(), clientOf(ip, agent));
    return this.commands.answer(context, command, (tokens) => ({ ...tokens, account_id: accountId }));
  }
}
