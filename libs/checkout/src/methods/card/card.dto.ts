import type { CodeMode } from '@app/charges';
import { Code, Digits, Nested, OneOf, Text } from '@app/http';
import { GuestBody } from '../../buyers/buyers.dto';
import { SessionBody } from '../../sessions/sessions.dto';

const GwRef = () => Code({ max: 128, description: 'As pay-card or a later step returned it' });

/** Messages about these fields never repeat their values, because they are card data. */
export class CardDto {
  @Digits(/^\d(?:[ -]?\d){11,18}$/, 'must be 12 to 19 digits')
  number: string;

  @Digits(/^(0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12')
  expiry_month: string;

  @Digits(/^(\d{2}|20\d{2})$/, 'must be a year of two or four digits')
  expiry_year: string;

  @Digits(/^\d{3,4}$/, 'must be three or four digits')
  cvv: string;

  @Text({ optional: true, max: 100 })
  name?: string;
}

export class PayCardBody extends GuestBody {
  @Nested(CardDto)
  card: CardDto;
}

export class PayCardSubmitBody extends GuestBody {
  @GwRef()
  gw_ref: string;

  @Digits(/^\d{3,12}$/, 'must be the digits of the PIN or one-time password', {
    description: 'Card PIN or OTP',
  })
  otp: string;

  @OneOf(['pin', 'otp'], {
    optional: true,
    description: 'The step that the code is for; a code for a step that has passed is not sent',
  })
  auth_mode?: CodeMode;
}

export class PayCardCancelBody extends SessionBody {
  @GwRef()
  gw_ref: string;
}
