import { Digits, DigitsOrText, DisplayName, Email, HttpsUrl, Lines, Matching, Pin } from '@app/http';

const UNCHANGED = { optional: true, nullable: true, description: 'Absent: unchanged; null removes it' };

export class UpdateBrandDto {
  @DisplayName({
    min: 2,
    max: 60,
    optional: true,
    nullable: true,
    description: 'Shown once compliance has approved it',
  })
  display_name?: string | null;
  @Matching(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1f4fd8', UNCHANGED) color?: string | null;
  @Email({
    optional: true,
    nullable: true,
    description: 'An address other than that of the account gets a code first',
  })
  support_email?: string | null;
  @DigitsOrText({
    max: 32,
    optional: true,
    nullable: true,
    description: 'International, or as dialled in your country; null removes it',
  })
  support_phone?: string | null;
  @HttpsUrl(UNCHANGED) support_url?: string | null;
  @HttpsUrl(UNCHANGED) terms_url?: string | null;
  @Lines({ max: 200, ...UNCHANGED }) postal_address?: string | null;
  @Pin() pin?: string;
}

export class ConfirmSupportEmailDto {
  @Digits(/^\d{6}$/, 'must be six digits') otp: string;
}
