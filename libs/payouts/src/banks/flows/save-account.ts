import { Injectable } from '@nestjs/common';
import { invalid } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { type BankDestination, PayoutRoutes } from '../../providers/payout-provider.port';
import { type AccountForm, parseAccount, type ParsedAccount } from '../account-form.policy';
import { maskedEmail, maskedNumber } from '../account-mask.policy';
import { hasNubanCheckDigit } from '../account-number.policy';
import type { AccountDetails } from '../account-seal.service';
import { BankListsService } from '../bank-lists.service';
import { type AccountToSave, AddBank } from '../commands/add-bank';
import { type HolderCheck, HolderCheckService } from '../holder-check.service';
import type { PayoutAccount } from '../payout-account.aggregate';
import { savedAccountView } from '../saved-account.view';

const UNCHECKED: HolderCheck = { holder: null, nameMatch: null };
const CHECK_DIGIT = 'The check digit of account_number does not fit the bank; make sure that it is right.';

/** Saves an account after its bank was looked up and, in Nigeria, asked for the holder. */
@Injectable()
export class SaveAccount {
  constructor(
    private readonly commands: Commands,
    private readonly lists: BankListsService,
    private readonly holders: HolderCheckService,
    private readonly routes: PayoutRoutes,
  ) {}

  /** Throws VALIDATION_ERROR, GATEWAY_ERROR, CONFLICT and LIMIT_REACHED. A dry run asks neither provider nor bank. */
  save(context: RequestContext, ownerId: string, form: AccountForm) {
    const parsed = parseAccount(form);
    return this.commands.flow(context, {
      foresee: async () => {
        const account = accountToSave(parsed, await this.foreseen(parsed), UNCHECKED);
        return { command: new AddBank(ownerId, account), present: presenting(account, this.routes) };
      },
      run: async (claimed) => {
        const bankName = await this.listed(parsed);
        const check = await this.checked(ownerId, parsed);
        const account = accountToSave(parsed, bankName, check);
        return this.commands.answer(claimed, new AddBank(ownerId, account), presenting(account, this.routes));
      },
    });
  }

  private async foreseen(parsed: ParsedAccount): Promise<string | null> {
    if (parsed.kind !== 'listed') return parsed.bankName;
    return this.lists.storedBankName(parsed.country, parsed.account.bankCode);
  }

  /** The name of the bank, which has to be listed where lists exist. */
  private async listed(parsed: ParsedAccount): Promise<string | null> {
    if (parsed.kind !== 'listed') return parsed.bankName;
    const { bankCode, branchCode } = parsed.account;
    const { name } = await this.lists.bank(parsed.country, bankCode);
    if (branchCode !== null) await this.lists.assertBranch(parsed.country, bankCode, branchCode);
    return name;
  }

  private async checked(ownerId: string, parsed: ParsedAccount): Promise<HolderCheck> {
    if (parsed.kind !== 'listed' || parsed.country !== 'NG') return UNCHECKED;
    return this.holders.check(ownerId, parsed.account);
  }
}

/** The response, with a warning about a number that was not verified and looks wrong. */
const presenting = (account: AccountToSave, routes: PayoutRoutes) => (saved: PayoutAccount) => {
  const { destination } = account.details;
  const isDoubtful =
    !account.isVerified &&
    destination?.method === 'bank' &&
    destination.scheme === 'local' &&
    destination.country === 'NG' &&
    !hasNubanCheckDigit(destination.bankCode, destination.accountNumber);
  return { ...savedAccountView(saved, account.details, routes), warning: isDoubtful ? CHECK_DIGIT : null };
};

function accountToSave(parsed: ParsedAccount, bankName: string | null, check: HolderCheck): AccountToSave {
  const { currency, country, nickname } = parsed;
  const base = { currency, country, isVerified: check.holder !== null, nameMatch: check.nameMatch };
  const details = (rest: Partial<AccountDetails>): AccountDetails => ({
    nickname,
    bankName,
    accountName: null,
    destination: null,
    wire: null,
    ...rest,
  });
  switch (parsed.kind) {
    case 'wire': {
      const { wire, accountName } = parsed;
      const masked = maskedNumber(wire.accountNumber);
      return { ...base, type: 'wire', masked, details: details({ wire, accountName }) };
    }
    case 'listed': {
      const destination = listedDestination(parsed, bankName ?? '', check.holder);
      const { accountName } = destination;
      return {
        ...base,
        type: 'bank',
        ...masking(destination),
        details: details({ destination, accountName }),
      };
    }
    case 'ready': {
      const { destination } = parsed;
      if (destination.method !== 'bank') {
        const masked = destination.method === 'extwallet' ? maskedEmail(destination.email) : '';
        return { ...base, type: 'extwallet', masked, details: details({ destination }) };
      }
      const { accountName } = destination;
      return {
        ...base,
        type: 'bank',
        ...masking(destination),
        details: details({ destination, accountName }),
      };
    }
  }
}

const masking = (destination: BankDestination) => ({
  masked: maskedNumber(destination.scheme === 'iban' ? destination.iban : destination.accountNumber),
});

/** The bank's name of the holder counts. Without it, the given one does. */
function listedDestination(
  { country, currency, account }: ParsedAccount & { kind: 'listed' },
  bankName: string,
  holder: string | null,
): BankDestination {
  const accountName = holder ?? account.accountName;
  if (accountName === null)
    throw invalid('account_name', 'account_name is required while the bank cannot be asked for it.');
  return {
    ...account,
    method: 'bank',
    scheme: 'local',
    country,
    bankName,
    accountName,
    currency: currency as 'NGN' | 'GHS' | 'KES' | 'ZAR',
  };
}
