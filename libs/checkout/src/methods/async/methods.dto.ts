import { DigitsOrText, Matching, OneOf } from '@app/http';
import { GuestBody } from '../../buyers/buyers.dto';
import { MOBILE_NETWORKS } from './mobile-networks.policy';
import { USSD_BANK_CODES } from './ussd-banks.policy';

export class PayUssdBody extends GuestBody {
  @OneOf(USSD_BANK_CODES, {
    optional: true,
    description: "The buyer's bank, one of ussd-banks; 044 unless given",
  })
  bank_code?: string;
}

export class PayMobileMoneyBody extends GuestBody {
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
