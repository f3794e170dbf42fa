import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KnownTokens, PinVerifier } from '@app/http';
import { AccessTokens } from './access-tokens';
import { IssueEmailCodeHandler } from './commands/issue-email-code';
import { LogInHandler } from './commands/log-in';
import { LogInToPayHandler } from './commands/log-in-to-pay';
import { LogOutHandler } from './commands/log-out';
import { RefreshSessionHandler } from './commands/refresh-session';
import { RegisterHandler } from './commands/register';
import { RequestPasswordResetHandler } from './commands/request-password-reset';
import { ResetPasswordHandler } from './commands/reset-password';
import { SeedUserHandler } from './commands/seed-user';
import { SetPinHandler } from './commands/set-pin';
import { SetPreferenceHandler } from './commands/set-preference';
import { VerifyEmailHandler } from './commands/verify-email';
import { EmailCodes } from './email-codes';
import { PurgeMailedSecrets } from './jobs/purge-mailed-secrets';
import { PurgeSessions } from './jobs/purge-sessions';
import { LoginLimit } from './login-limit';
import { MailedSecrets } from './mailed-secrets';
import { PasswordResets } from './password-resets';
import { Passwords } from './passwords';
import { Preferences } from './preferences';
import { Profiles } from './profiles';
import { Recognition } from './recognition';
import { RememberedCallers } from './remembered-callers';
import { ResetLimit } from './reset-limit';
import { SeedAccounts } from './seed-accounts';
import { Session } from './session.aggregate';
import { SessionQueries } from './session.queries';
import { SessionStrategy } from './session.strategy';
import { Sessions } from './sessions';
import { SignIns } from './sign-ins';
import { TransactionPins } from './transaction-pins';
import { TwoFactor } from './two-factor.aggregate';
import { TwoFactors } from './two-factors';
import { User } from './user.aggregate';
import { UserDirectory } from './user-directory';
import { Users } from './users';
import { Usertags } from './usertags';

const handlers = [
  IssueEmailCodeHandler,
  LogInHandler,
  LogInToPayHandler,
  LogOutHandler,
  RefreshSessionHandler,
  RegisterHandler,
  SeedUserHandler,
  RequestPasswordResetHandler,
  ResetPasswordHandler,
  SetPinHandler,
  SetPreferenceHandler,
  VerifyEmailHandler,
];

/** Accounts, sessions and PINs. Global: the gates of every host ask it who calls and whether a PIN is right. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([User, Session, TwoFactor])],
  providers: [
    ...handlers,
    ...[Users, Usertags, Sessions, TwoFactors, Passwords, AccessTokens, SignIns, Profiles, LoginLimit],
    ...[SessionStrategy, SessionQueries, TransactionPins, UserDirectory, SeedAccounts, PurgeSessions],
    ...[EmailCodes, PasswordResets, MailedSecrets, Preferences, ResetLimit, PurgeMailedSecrets],
    ...[Recognition, RememberedCallers],
    { provide: PinVerifier, useExisting: TransactionPins },
    { provide: KnownTokens, useExisting: SessionStrategy },
  ],
  exports: [
    ...[PinVerifier, KnownTokens, Profiles, LoginLimit, UserDirectory, SeedAccounts, PurgeSessions],
    ...[EmailCodes, MailedSecrets, Preferences, ResetLimit, PurgeMailedSecrets],
  ],
})
export class AccountsModule {}
