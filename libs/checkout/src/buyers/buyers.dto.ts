import { Digits, Email } from '@app/http';
import { SessionBody } from '../sessions/sessions.dto';

/** The body of a payment. */
export class GuestBody extends SessionBody {
  @Email({
    optional: true,
    description:
      "Required to pay into escrow: the buyer's own address, with X-Buyer-Token from confirm-buyer",
  })
  buyer_email?: string;
}

export class BuyerCodeBody extends SessionBody {
  @Email({ description: "The buyer's own address" })
  buyer_email: string;
}

export class ConfirmBuyerBody extends BuyerCodeBody {
  @Digits(/^\d{6}$/, 'must be the six digits of the code', {
    description: 'From the mail; 123456 in the sandbox, which sends no mail',
  })
  otp: string;
}
