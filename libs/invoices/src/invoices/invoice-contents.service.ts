import { Injectable } from '@nestjs/common';
import { type Language, PreferencesService, UserDirectoryQueries } from '@app/accounts';
import { accountTypeForbidden } from '@app/http';
import { type Currency, Money, parseMajorToMinor } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import type { InvoiceContent } from './invoice-content';
import { totalTooLarge } from './invoice.errors';
import { parseParts, totalsOf } from './invoice-totals.policy';

/** Quantities, prices and rates as the request carried them: valid, and not read yet. */
export interface WrittenItem {
  description: string;
  quantity: unknown;
  unit_price: unknown;
  tax_rate?: unknown;
}

/** The content of an invoice as the business writes it, with defaults for what is absent. */
export interface WrittenContent {
  clientName: string;
  clientEmail: string;
  items: readonly WrittenItem[];
  /** The primary wallet's where absent. */
  currency?: Currency;
  discountPercent?: unknown;
  allowPartial?: boolean;
  dueDate?: string;
  notes?: string;
  /** The owner's where absent. */
  language?: Language;
  reminders?: boolean;
}

/** Reads what a business writes into an invoice. */
@Injectable()
export class InvoiceContentsService {
  constructor(
    private readonly directory: UserDirectoryQueries,
    private readonly wallets: WalletAccountsService,
    private readonly preferences: PreferencesService,
  ) {}

  /** ACCOUNT_TYPE_FORBIDDEN for a key of a personal account, VALIDATION_ERROR where the total is too large. */
  async contentOf(ownerId: string, written: WrittenContent): Promise<InvoiceContent> {
    const [standing, wallet, { language }] = await Promise.all([
      this.directory.standingOf(ownerId),
      this.wallets.walletFor(ownerId),
      this.preferences.preferencesOf(ownerId),
    ]);
    if (standing?.accountType !== 'business') throw accountTypeForbidden('business');
    const currency = written.currency ?? wallet?.currency ?? 'NGN';
    const discountPercent = parseParts(written.discountPercent ?? 0)!;
    const priced = written.items.map((item) => ({
      quantity: parseParts(item.quantity)!,
      unitPriceMinor: parseMajorToMinor(item.unit_price)!,
      taxRate: parseParts(item.tax_rate ?? 0)!,
    }));
    const totals = totalsOf(priced, discountPercent);
    const isPayable = [totals.subtotalMinor, totals.totalMinor].every(
      (minor) => new Money(minor, currency).isPayable,
    );
    if (!isPayable) throw totalTooLarge();
    const items = priced.map(({ quantity, unitPriceMinor }, i) => {
      const { description, tax_rate: rate } = written.items[i]!;
      const { amountMinor, taxMinor } = totals.lines[i]!;
      return {
        description,
        quantity: String(quantity),
        unitPriceMinor: String(unitPriceMinor),
        taxRate: rate == null ? null : String(parseParts(rate)),
        amountMinor: String(amountMinor),
        taxMinor: String(taxMinor),
      };
    });
    return {
      clientName: written.clientName,
      clientEmail: written.clientEmail,
      currency,
      items,
      discountPercent: Number(discountPercent),
      totals,
      allowPartial: written.allowPartial ?? false,
      dueDate: written.dueDate ?? null,
      notes: written.notes ?? null,
      language: written.language ?? language,
      reminders: written.reminders ?? false,
    };
  }
}
