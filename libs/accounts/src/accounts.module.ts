import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { VerifiedTokenCache, PinVerifier } from '@app/http';
import { AccessTokens } from './sign-in/access-tokens.service';
import { IssueEmailCodeHandler } from './recovery/commands/issue-email-code';
import { LogInHandler } from './sign-in/commands/log-in';
import { LogInToPayHandler } from './sign-in/commands/log-in-to-pay';
import { LogOutHandler } from './sign-in/commands/log-out';
import { RefreshSessionHandler } from './sign-in/commands/refresh-session';
import { RegisterHandler } from './people/commands/register';
import { RequestPasswordResetHandler } from './recovery/commands/request-password-reset';
import { ResetPasswordHandler } from './recovery/commands/reset-password';
import { SeedUserHandler } from './people/commands/seed-user';
import { SetPinHandler } from './pins/commands/set-pin';
import { SetPreferenceHandler } from './people/commands/set-preference';
import { VerifyEmailHandler } from './recovery/commands/verify-email';
import { DeviceTokens } from './sign-in/device-tokens.service';
import { KnownClients } from './sign-in/known-clients.queries';
import { EmailCodes } from './recovery/email-codes.service';
import { PurgeEmailTokens } from './recovery/jobs/purge-email-tokens';
import { PurgeSessions } from './sign-in/jobs/purge-sessions';
import { LoginLimit } from './sign-in/login-limit.service';
import { EmailTokens } from './recovery/email-tokens.service';
import { PasswordResets } from './recovery/password-resets.service';
import { Passwords } from './sign-in/passwords.service';
import { Preferences } from './people/preferences.service';
import { Profiles } from './people/profiles.service';
import { Authenticator } from './sign-in/authenticator.service';
import { SessionCache } from './sign-in/session-cache.service';
import { ProvedEmails } from './people/proved-emails.service';
import { Recipients } from './people/recipients.service';
import { MailLimits } from './recovery/mail-limits.service';
import { SeedAccounts } from './people/seed-accounts.service';
import { Session } from './sign-in/session.aggregate';
import { SessionQueries } from './sign-in/session.queries';
import { SessionStrategy } from './sign-in/session.strategy';
import { Sessions } from './sign-in/session.repository';
import { SessionIssuer } from './sign-in/session-issuer.service';
import { TransactionPins } from './pins/transaction-pins.service';
import { TwoFactor } from './sign-in/two-factor.aggregate';
import { TwoFactors } from './sign-in/two-factor.repository';
import { User } from './people/user.aggregate';
import { UserDirectory } from './people/user-directory.queries';
import { Users } from './people/user.repository';
import { Usertags } from './people/usertags.service';

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

/** Accounts, sessions and PINs. Global, because the request guard of every host needs the caller and checks the PIN. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([User, Session, TwoFactor])],
  providers: [
    ...handlers,
    Users,
    Usertags,
    Sessions,
    TwoFactors,
    Passwords,
    AccessTokens,
    SessionIssuer,
    DeviceTokens,
    KnownClients,
    Profiles,
    LoginLimit,
    SessionStrategy,
    SessionQueries,
    TransactionPins,
    UserDirectory,
    SeedAccounts,
    PurgeSessions,
    EmailCodes,
    PasswordResets,
    EmailTokens,
    Preferences,
    MailLimits,
    PurgeEmailTokens,
    Authenticator,
    SessionCache,
    ProvedEmails,
    Recipients,
    { provide: PinVerifier, useExisting: TransactionPins },
    { provide: VerifiedTokenCache, useExisting: SessionStrategy },
  ],
  exports: [
    Users,
    Sessions,
    PinVerifier,
    VerifiedTokenCache,
    Profiles,
    LoginLimit,
    UserDirectory,
    SeedAccounts,
    PurgeSessions,
    EmailCodes,
    EmailTokens,
    Preferences,
    MailLimits,
    PurgeEmailTokens,
    ProvedEmails,
    Recipients,
  ],
})
export class AccountsModule {}
