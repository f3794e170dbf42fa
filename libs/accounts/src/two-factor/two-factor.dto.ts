import { TypedCode } from '@app/http';

const MAX_CODE_LENGTH = 20;

export class AuthenticatorCodeDto {
  @TypedCode({ max: MAX_CODE_LENGTH, description: 'Six digits of the authenticator app' }) code: string;
}

export class TwoFactorCodeDto {
  @TypedCode({ max: MAX_CODE_LENGTH, description: 'Of the authenticator app, or a recovery code' })
  code: string;
}
