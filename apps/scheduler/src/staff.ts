import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule, InviteStaff, RemoveStaff, type StaffMember, StaffQueries } from '@app/accounts';
import { Config } from '@app/config';
import { FxModule } from '@app/fx';
import { type Actor, foundation, isEmail, normalEmail, STAFF_ROLES, type StaffRole } from '@app/http';
import { LedgerModule } from '@app/ledger';
import { WalletModule } from '@app/wallet';
import { Commands } from '@app/write-path';
import { Client } from 'pg';

const USAGE = `Usage:
  npm run staff -- add <email> <role>   a set-up link for a new member; roles: ${STAFF_ROLES.join(', ')}
  npm run staff -- list
  npm run staff -- remove <email>
  npm run staff -- code <role>          the present code of a demo member of staff, in development`;

/** What opens accounts: the wallet of a new one is opened in the same commit. */
@Module({})
class StaffCommand {
  static with(config: Config): DynamicModule {
    return {
      module: StaffCommand,
      imports: [...foundation('scheduler', config), LedgerModule, AccountsModule, FxModule, WalletModule],
    };
  }
}

/**
 * `npm run staff`: appoints and removes staff in the database of DATABASE_URL, which has to be migrated; no app needs to
 * run. The exit code is 1 where it is refused, 2 where the arguments are wrong.
 */
async function main([action, address, role]: string[]): Promise<number> {
  const email = normalEmail(address);
  const isKnown =
    (action === 'list' && address === undefined) ||
    (action === 'remove' && isEmail(email) && role === undefined) ||
    (action === 'add' && isEmail(email) && isStaffRole(role));
  if (!isKnown) {
    console.error(USAGE);
    return 2;
  }
  const config = Config.from(process.env);
  await requireMigrated(config.env.DATABASE_URL);
  const app = await NestFactory.createApplicationContext(StaffCommand.with(config), {
    logger: ['error'],
    abortOnError: false,
  });
  try {
    const commands = app.get(Commands);
    if (action === 'list') show(await app.get(StaffQueries).list());
    else if (action === 'remove') {
      await commands.execute(new RemoveStaff(operator(), email as string));
      console.log(`${email as string} is no longer staff, and signed out everywhere.`);
    } else {
      const { token, expiresAt, isNew } = await commands.execute(
        new InviteStaff(operator(), email as string, role as StaffRole),
      );
      console.log(
        `${isNew ? 'A new account' : 'The account'} ${email as string} becomes ${role as string} by`,
      );
      console.log(`  ${config.urls.business}/staff-setup#${token}`);
      console.log(
        `It works once, until ${expiresAt.toISOString()}, and replaces earlier links of this account.`,
      );
      console.log('It sets the password and the authenticator of the account, so pass it on in private.');
    }
    return 0;
  } finally {
    await app.close();
  }
}

/** Before the container starts, which would try to connect for half a minute. */
async function requireMigrated(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ migrated: boolean }>(
      "SELECT to_regclass('public.staff_invitations') IS NOT NULL AS migrated",
    );
    if (!rows[0]!.migrated) throw new Error('The database is not migrated.');
  } finally {
    await client.end();
  }
}

function isStaffRole(text: unknown): text is StaffRole {
  return STAFF_ROLES.includes(text as StaffRole);
}

/** Who works on this machine, for the audit log. */
function operator(): Actor {
  let user = 'unknown';
  try {
    user = os.userInfo().username;
  } catch {
    // A container may run as a user id without a name.
  }
  return { staffId: null, address: `command line, ${user}@${os.hostname()}`, requestId: randomUUID() };
}

function show(staff: readonly StaffMember[]): void {
  if (staff.length === 0) console.log('No staff yet: npm run staff -- add <email> admin');
  for (const { email, role, secondFactor, frozen, invitedAs, invitedUntil } of staff) {
    const facts = [
      role ?? 'no role',
      secondFactor ? 'second factor on' : 'no second factor',
      ...(frozen ? ['frozen'] : []),
      ...(invitedAs ? [`set-up link as ${invitedAs} until ${invitedUntil!.toISOString()}`] : []),
    ];
    console.log(`${email}  ${facts.join(', ')}`);
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
