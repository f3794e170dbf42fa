import {
  Amount,
  Amounts,
  Bool,
  CurrencyCode,
  HttpUrl,
  Instant,
  Int,
  Lines,
  Metadata,
  Text,
  Uuid,
} from '@app/http';
import type { Currency } from '@app/kernel';

const MAX_USES = 1_000_000;
const MAX_SUGGESTIONS = 4;

export class CreateLinkBody {
  @Text({ max: 200, description: 'Shown to the payer' })
  title: string;

  @Amount({ optional: true, description: 'The payer chooses where absent' })
  amount?: unknown;

  @Amount({ optional: true, description: 'The least that the payer can choose' })
  min_amount?: unknown;

  @Amount({ optional: true, description: 'The most that the payer can choose' })
  max_amount?: unknown;

  @Amounts({
    optional: true,
    max: MAX_SUGGESTIONS,
    description: 'Offered to a payer who chooses the amount, each to be paid with one press',
  })
  suggested_amounts?: unknown[];

  @CurrencyCode({ optional: true, description: "The primary wallet's unless given" })
  currency?: Currency;

  @Lines({ optional: true })
  description?: string;

  @HttpUrl({ optional: true })
  success_url?: string;

  @Int({ optional: true, min: 1, max: MAX_USES, description: 'Payments that it takes in all' })
  max_uses?: number;

  @Instant({ optional: true })
  expires_at?: string;

  @Metadata()
  metadata?: object;
}

export class UpdateLinkBody {
  @Uuid()
  id: string;

  @Bool({ optional: true })
  active?: boolean;

  @Amounts({ optional: true, max: MAX_SUGGESTIONS, description: 'In place of those before; [] removes them' })
  suggested_amounts?: unknown[];
}

export class LinkQuery {
  @Uuid()
  id: string;
}
