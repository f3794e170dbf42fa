import { TeamInvitationsStore } from '@app/accounts';
import type { TeamRole } from '@app/http';
import { Authenticators } from './authenticator';
import type { HttpAnswer } from './http-client';
import type { TestUser } from './people';
import type { Platform } from './platform';

/** A person with two-factor authentication. */
export interface TestPerson extends TestUser {
  totpSecret: string;
}

/** A member with a session that acts for the account, and one of their own. */
export interface TestMember extends TestPerson {
  /** Of the session of the member's own account. */
  ownToken: string;
}

type TeamOwner = Pick<TestUser, 'id' | 'token' | 'pin'>;

/** Teams of tests, made over HTTP as people make them. */
export class Teams {
  private readonly authenticators: Authenticators;

  constructor(private readonly platform: Platform) {
    this.authenticators = new Authenticators(platform);
  }

  async person(): Promise<TestPerson> {
    const user = await this.platform.signUp();
    const { secret } = await this.authenticators.turnOn(user);
    await this.platform.sessionChangesProcessed();
    return { ...user, totpSecret: secret };
  }

  /** A new member of the team. */
  async member(owner: TeamOwner, role: TeamRole): Promise<TestMember> {
    const person = await this.person();
    await this.join(owner, person, role);
    return { ...person, ownToken: person.token, token: await this.switchTo(person, owner.id) };
  }

  async join(owner: TeamOwner, person: TestUser, role: TeamRole): Promise<void> {
    const token = await this.invite(owner, person.email, role);
    const accepted = await this.send('accept', { token }, person.token);
    if (accepted.status !== 200) throw new Error(`accept: ${accepted.status} ${accepted.text}`);
  }

  /** The token that is mailed. */
  async invite(owner: TeamOwner, email: string, role: TeamRole): Promise<string> {
    const { status, text, body } = await this.send('invite', { email, role, pin: owner.pin }, owner.token);
    if (status !== 200) throw new Error(`invite: ${status} ${text}`);
    return this.tokenOf(body.invitation_id as string);
  }

  tokenOf(invitationId: string): string {
    return this.platform.inside('business', TeamInvitationsStore).tokenOf(invitationId);
  }

  /** The access token of a session that acts for the account. */
  async switchTo({ token }: { token: string }, accountId: string): Promise<string> {
    const path = 'auth.php?action=switch-account';
    const { status, text, body } = await this.platform.post(
      'business',
      path,
      { account_id: accountId },
      { token },
    );
    if (status !== 200) throw new Error(`switch-account: ${status} ${text}`);
    return body.access_token as string;
  }

  /** Returns when every app has processed what changed. */
  async send(action: string, body: object, token: string, host = 'business'): Promise<HttpAnswer> {
    const answer = await this.platform.post(host, `team.php?action=${action}`, body, { token });
    await this.platform.sessionChangesProcessed();
    return answer;
  }

  read(action: string, token: string, host = 'business'): Promise<HttpAnswer> {
    return this.platform.get(host, `team.php?action=${action}`, { token });
  }
}
