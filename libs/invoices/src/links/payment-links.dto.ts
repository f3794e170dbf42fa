import { Amount, Bool, CurrencyCode, HttpUrl, Instant, Int, Lines, Metadata, Text, Uuid } from '@app/http';
import type { Currency } from '@app/kernel';

const MAX_USES = 1_000_000;

export class CreateLinkBody {
  @Text({ max: 200, description: 'Shown to the payer' })
  title: string;

  @Amount({ optional: true, description: 'The payer chooses where absent' })
  amount?: unknown;

  @Amount({ optional: true, description: 'The least that the payer can choose' })
  min_amount?: unknown;

  @Amount({ optional: true, description: 'The most that the payer can choose' })
  max_amount?: unknown;

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

  @Bool()
  active: boolean;
}

export class LinkQuery {
  @Uuid()
  id: string;
}
