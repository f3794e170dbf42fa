import { Inject, Injectable } from '@nestjs/common';
import { addSeconds, Clock, invalid } from '@app/kernel';
import {
  type Bank,
  type BankBranch,
  type BankCountry,
  BankDirectory,
  BankDirectoryAway,
} from './bank-directory.port';
import { BankListsStore, type StoredLists, type StoredList } from './bank-lists.store';
import { banksAway } from './saved-account.errors';

const FRESH_SECONDS = 24 * 3600;
const MAX_AGE_SECONDS = 7 * FRESH_SECONDS;
/** After a failure the provider is not asked again for a while. */
const PAUSE_SECONDS = 30;

/** Lists of banks: asked for once a day, and used for seven days while the provider does not answer. */
@Injectable()
export class BankListsService {
  private readonly running = new Map<string, Promise<StoredList<unknown>>>();
  private readonly pausedUntil = new Map<string, Date>();

  constructor(
    private readonly directory: BankDirectory,
    @Inject(BankListsStore) private readonly stored: StoredLists,
    private readonly clock: Clock,
  ) {}

  /** Throws GATEWAY_ERROR without a list. */
  banks(country: BankCountry): Promise<Bank[]> {
    return this.list(country, () => this.directory.banks(country));
  }

  /** The branches of a bank; those of Ghana are needed for payouts. Throws VALIDATION_ERROR and GATEWAY_ERROR. */
  async branches(country: BankCountry, bankCode: string): Promise<BankBranch[]> {
    const { id } = await this.bank(country, bankCode);
    return this.list(`${country}/${id}`, () => this.directory.branches(id));
  }

  /** Throws VALIDATION_ERROR for a bank that is not listed, and GATEWAY_ERROR. */
  async bank(country: BankCountry, code: string): Promise<Bank> {
    return found(await this.banks(country), code, 'bank_code', country);
  }

  /** Throws VALIDATION_ERROR for a branch that is not listed, and GATEWAY_ERROR. */
  async assertBranch(country: BankCountry, bankCode: string, branchCode: string): Promise<void> {
    found(await this.branches(country, bankCode), branchCode, 'branch_code', country);
  }

  /** The name of a bank as far as it is stored, for requests that must not call the provider. */
  async storedBankName(country: BankCountry, code: string): Promise<string | null> {
    const list = await this.stored.read<Bank>(country);
    return list ? found(list.entries, code, 'bank_code', country).name : null;
  }

  private async list<Entry>(name: string, fetch: () => Promise<Entry[]>): Promise<Entry[]> {
    const now = this.clock.now();
    const known = await this.stored.read<Entry>(name);
    if (known && addSeconds(known.fetchedAt, FRESH_SECONDS) > now) return known.entries;
    try {
      const paused = this.pausedUntil.get(name);
      if (paused && paused > now) throw new BankDirectoryAway('asked a moment ago');
      return ((await this.fetched(name, fetch)) as StoredList<Entry>).entries;
    } catch (error) {
      if (!(error instanceof BankDirectoryAway)) throw error;
      if (known && addSeconds(known.fetchedAt, MAX_AGE_SECONDS) > now) return known.entries;
      throw banksAway();
    }
  }

  /** Concurrent requests of this process share one call. */
  private fetched<Entry>(name: string, fetch: () => Promise<Entry[]>): Promise<StoredList<unknown>> {
    const running = this.running.get(name) ?? this.fetchNow(name, fetch);
    this.running.set(name, running);
    return running;
  }

  private async fetchNow<Entry>(name: string, fetch: () => Promise<Entry[]>): Promise<StoredList<unknown>> {
    const list = { entries: await this.answered(name, fetch), fetchedAt: this.clock.now() };
    await this.stored.write(name, list).finally(() => this.running.delete(name));
    return list;
  }

  private async answered<Entry>(name: string, fetch: () => Promise<Entry[]>): Promise<Entry[]> {
    try {
      return await fetch();
    } catch (error) {
      this.pausedUntil.set(name, addSeconds(this.clock.now(), PAUSE_SECONDS));
      this.running.delete(name);
      throw error;
    }
  }
}

function found<Entry extends { code: string }>(
  entries: readonly Entry[],
  code: string,
  field: 'bank_code' | 'branch_code',
  country: string,
): Entry {
  const entry = entries.find((one) => one.code === code);
  if (!entry) throw invalid(field, `${field} is not listed for ${country}.`);
  return entry;
}
