import { applyDecorators } from '@nestjs/common';
import {
  Bool,
  Code,
  CurrencyCode,
  Digits,
  DigitsOrText,
  DisplayName,
  Email,
  Matching,
  Normal,
  normalUpperCase,
  OneOf,
  TypedCode,
  Usertag,
  Uuid,
  Verbatim,
} from '@app/http';
import type { Currency } from '@app/kernel';
import { COUNTRIES } from './country.policy';

/** Passwords are kept as typed: spaces count, and nothing is trimmed. */
const Password = (min: number) =>
  Verbatim(
    new RegExp(`^[^\\p{Cc}\\p{Cs}]{${min},128}$`, 'u'),
    `must be ${min} to 128 characters without control characters`,
  );

/** An ISO 3166-1 alpha-2 code, in upper case. */
export const Country = (options: { optional?: boolean; description: string }) =>
  applyDecorators(
    Normal(normalUpperCase),
    Matching(new RegExp(`^(${COUNTRIES.join('|')})$`), 'must be an ISO 3166-1 alpha-2 country code', options),
  );

export class RegisterDto {
  @OneOf(['personal', 'business']) account_type: 'personal' | 'business';
  @Email() email: string;
  @Password(10) password: string;
  @DisplayName({ max: 100 }) first_name: string;
  @DisplayName({ max: 100 }) last_name: string;
  @DisplayName({ max: 150, optional: true, description: 'Required of businesses' }) business_name?: string;
  @DigitsOrText({ max: 32, optional: true, description: 'International, or as dialled in country_code' })
  phone?: string;
  @Country({ optional: true, description: 'Default NG' }) country_code?: string;
  @CurrencyCode({ optional: true, description: 'Of the primary wallet, default NGN' }) currency?: Currency;
  @Usertag({ optional: true, description: 'Made from the name where absent' }) usertag?: string;
  @Code({ max: 20, optional: true }) referral_code?: string;
}

export class LoginDto {
  @Email() email: string;
  @Password(1) password: string;
  @TypedCode({ max: 20, optional: true, description: 'Where two-factor is on' }) totp_code?: string;
}

export class RefreshTokenDto {
  @Code({ max: 100 }) refresh_token: string;
}

export class VerifyEmailDto {
  @Digits(/^\d{6}$/, 'must be six digits') otp: string;
}

export class ForgotPasswordDto {
  @Email() email: string;
}

export class ResetPasswordDto {
  @Code({ max: 100, description: 'From the mail' }) token: string;
  @Password(10) password: string;
}

export class SetPinDto {
  @Digits(/^\d{4}$/, 'must be four digits') pin: string;
  @Digits(/^\d{4}$/, 'must be four digits') confirm_pin: string;
  @Digits(/^\d{4}$/, 'must be four digits', { optional: true, description: 'To change a PIN' })
  current_pin?: string;
}

export class ChangeUsertagDto {
  @Usertag() usertag: string;
}

export class UpdateProfileDto {
  @DisplayName({ max: 100, optional: true, description: 'Absent: unchanged' }) first_name?: string;
  @DisplayName({ max: 100, optional: true, description: 'Absent: unchanged' }) last_name?: string;
  @DigitsOrText({
    max: 32,
    optional: true,
    nullable: true,
    description: 'International, or as dialled in your country; null removes it',
  })
  phone?: string | null;
}

export class ChangePasswordDto {
  @Password(1) current_password: string;
  @Password(10) new_password: string;
}

export class EndSessionDto {
  @Uuid() id: string;
}

export class ChangeEmailDto {
  @Email() new_email: string;
  @Password(1) password: string;
}

export class NotMeDto {
  @Code({ max: 200, description: 'From the mail' }) token: string;
}

export class CloseAccountDto {
  @Password(1) password: string;
  @TypedCode({ max: 20, optional: true, description: 'Where two-factor is on' }) code?: string;
  @Bool({ optional: true, description: 'true: balances below 1.00 of their currency are given up' })
  give_up_rest?: boolean;
}

export class StaffSetUpLinkDto {
  @Code({ max: 100, description: 'From the link' }) token: string;
}

export class StaffSetUpDto extends StaffSetUpLinkDto {
  @Password(10) password: string;
  @Digits(/^\d{6}$/, 'must be six digits', { description: 'Of the authenticator that scanned the picture' })
  totp_code: string;
}
