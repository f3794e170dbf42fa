import { randomBytes } from 'node:crypto';
import { Teams } from '../../support/teams';
import type { Stage } from './stage';
import type { Step } from './steps';

const teamsOf = ({ platform }: Stage) => new Teams(platform);

/** Who is asked, or has become a member, in the team of the merchant. */
const colleague = (stage: Stage) => stage.once('colleague', () => teamsOf(stage).person());

/** The members of the account of a business. */
export const TEAM_STEPS: Record<string, Step> = {
  invited_email: () => Promise.resolve(`grace-${randomBytes(5).toString('hex')}@example.com`),
  team_invitation: async (stage) => {
    const { token, pin } = await stage.merchant();
    const body = { email: await stage.value('invited_email'), role: 'finance', pin };
    return (await stage.post('business', 'team.php?action=invite', body, { token })).invitation_id as string;
  },
  /** The token of an invitation, as the person who is asked. */
  team_token: async (stage) => {
    const { email, token } = await colleague(stage);
    stage.by = { token };
    return teamsOf(stage).invite(await stage.merchant(), email, 'finance');
  },
  team_member: async (stage) => {
    const person = await colleague(stage);
    await teamsOf(stage).join(await stage.merchant(), person, 'finance');
    return person.id;
  },
  /** The account of the merchant, as a member. */
  team_account: async (stage) => {
    await stage.value('team_member');
    stage.by = { token: (await colleague(stage)).token };
    return (await stage.merchant()).id;
  },
};
