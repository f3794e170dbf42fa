import { CurrencyCode, DateText, Matching, OneOf } from '@app/http';
import type { Currency } from '@app/kernel';
import { TRANSACTION_TYPES } from '@app/wallet';
import { EXPORT_FORMATS, type ExportFormat } from './exports/export-rows.policy';

/** Which transactions to export, and how. */
export class ExportQuery {
  @CurrencyCode({ optional: true, description: 'All wallets where absent' })
  currency?: Currency;

  @OneOf(TRANSACTION_TYPES, { optional: true })
  type?: string;

  @DateText({ optional: true, description: 'First day, or earliest time' })
  from?: string;

  @DateText({ optional: true, description: 'Last day, or the time before which' })
  to?: string;

  @OneOf(EXPORT_FORMATS, { optional: true, description: 'csv where absent' })
  format?: ExportFormat;
}

export class ExportPartQuery {
  @Matching(/^[A-Za-z0-9_-]{1,1500}$/, 'must be the token of a url of export-links')
  token: string;
}
