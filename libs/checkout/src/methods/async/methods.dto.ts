import { DigitsOrText, Matching, OneOf } from '@app/http';
import { SessionBody } from '../../sessions/sessions.dto';
import { MOBILE_NETWORKS } from './mobile-networks.policy';
import { USSD_BANK_CODES } from './ussd-banks.policy';

export class PayUssdBody extends SessionBody {
  @OneOf(USSD_BANK_CODES, {
    optional: true,
    description: "The buyer's bank, one of ussd-banks; 044 unless given",
  })
  bank_code?: string;
}

export class PayMobileMoneyBody extends SessionBody {
  @DigitsOrText({
    max: 40,
    description: 'With its country code, or as dialled in the country of the currency',
  })
  phone: string;

  @Matching(
    new RegExp(`^(?:${MOBILE_NETWORKS.join('|')})$`, 'i'),
    `must be one of ${MOBILE_NETWORKS.join(', ')}`,
  )
  network: string;
}
