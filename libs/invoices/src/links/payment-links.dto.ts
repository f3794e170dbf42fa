import {
  Amount,
  Bool,
  CurrencyCode,
  HttpUrl,
  Instant,
  Int,
  Lines,
  MAX_PAGE,
  Metadata,
  QueryInt,
  Text,
  Uuid,
} from '@app/http';
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

export class LinkListQuery {
  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  per_page: number;
}
