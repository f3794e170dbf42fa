import {
  Amount,
  CurrencyCode,
  DigitsOrText,
  HttpsUrlOrText,
  Int,
  Lines,
  OneOf,
  PagedQuery,
  Pin,
  Text,
  Uuid,
} from '@app/http';
import type { Currency } from '@app/kernel';
import { ESCROW_STATUSES, type EscrowRole, type EscrowStatus, MAX_ESCROW_DAYS } from './escrow.states';

export class CreateEscrowBody {
  @DigitsOrText({ max: 254, description: 'User tag, e-mail address or phone number' })
  beneficiary: string;

  @Amount({ description: 'Major units; 1.5 % fee on top' })
  amount: number | string;

  @CurrencyCode({ optional: true, description: 'The primary wallet where absent' })
  currency?: Currency;

  @Lines({ description: 'What it is for' })
  description: string;

  @Text({ optional: true, description: 'On what terms it is to be released' })
  condition?: string;

  @Int({
    optional: true,
    min: 1,
    max: MAX_ESCROW_DAYS,
    description: 'Passing it moves no money; both parties are told',
  })
  deadline_days?: number;

  @Pin()
  pin?: string;
}

export class EscrowBody {
  @Uuid()
  uuid: string;
}

export class ReleaseEscrowBody extends EscrowBody {
  @Pin()
  pin?: string;
}

export class DisputeBody extends EscrowBody {
  @Lines({ min: 3 })
  reason: string;

  @HttpsUrlOrText({ optional: true, max: 2048, description: 'An https address or text; never fetched' })
  evidence?: string;
}

export class DisputeResponseBody {
  @Uuid()
  dispute_uuid: string;

  @Lines({ min: 3 })
  response: string;
}

export class EscrowQuery {
  @Uuid()
  uuid: string;
}

export class EscrowListQuery extends PagedQuery {
  @OneOf(ESCROW_STATUSES, { optional: true })
  status?: EscrowStatus;

  @OneOf(['initiator', 'beneficiary'], { optional: true, description: 'Your side of it; both where absent' })
  role?: EscrowRole;
}
