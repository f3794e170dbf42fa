import { Injectable } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import {
  type AccountChoices,
  type Choice,
  type GivenAccount,
  type PayableAccount,
  type RailOrder,
  type RailOutcome,
  RefundRail,
} from '@app/checkout';
import { Clock, type Currency, invalid, type Mode } from '@app/kernel';
import { listedCountryOf, type ParsedAccount, parseAccount } from '../banks/account-form.policy';
import { maskedNumber } from '../banks/account-mask.policy';
import { type BankCountry, BankDirectoryAway } from '../banks/bank-directory.port';
import { BankListsService } from '../banks/bank-lists.service';
import { BankListsStore } from '../banks/bank-lists.store';
import { accountUnknown, banksAway } from '../banks/saved-account.errors';
import { FLOATS } from '../money/payout.money';
import type { PayoutDestination, PayoutOrder, PayoutReport } from '../providers/payout-provider.port';
import { PayoutSendingsService } from '../withdrawals/payout-sendings.service';
import { mobileDestination, networksIn } from '../withdrawals/mobile-accounts.policy';
import { PayoutCompaniesService } from './payout-companies.service';

const NARRATION = 'Refund';
const NOT_CONFIGURED: RailOutcome = {
  result: 'unclear',
  reason: 'The payout provider of this refund is not configured',
};

/** Pays refunds to bank and mobile money accounts through the providers of withdrawals, without fee and limit. */
@Injectable()
export class PayoutRefundRail extends RefundRail {
  private readonly lists: ReadonlyMap<Mode, BankListsService>;

  constructor(
    private readonly companies: PayoutCompaniesService,
    private readonly sendings: PayoutSendingsService,
    store: BankListsStore,
    clock: Clock,
  ) {
    super();
    this.lists = new Map(
      companies.modes.map((mode) => {
        const stored = mode === 'live' ? store : store.under(mode);
        return [mode, new BankListsService(companies.of(mode).directory, stored, clock)];
      }),
    );
  }

  async choices(mode: Mode, currency: Currency): Promise<AccountChoices> {
    const country = listedCountryOf(currency);
    return {
      banks: country ? await this.listsOf(mode).banks(country) : [],
      hasBranches: country === 'GH',
      namesHolder: country === 'NG',
      networks: networksIn(currency),
    };
  }

  async branches(mode: Mode, currency: Currency, bankCode: string): Promise<readonly Choice[]> {
    return this.listsOf(mode).branches(listed(currency), bankCode);
  }

  async find(mode: Mode, currency: Currency, given: GivenAccount): Promise<PayableAccount> {
    if (given.type === 'mobile_money') return mobileAccount(currency, given);
    const parsed = parseAccount({
      type: 'bank',
      currency,
      country_code: listed(currency),
      bank_code: given.bankCode,
      branch_code: given.branchCode,
      account_number: given.accountNumber.replace(/[ -]/g, ''),
      account_name: given.accountName,
    });
    if (parsed.kind !== 'listed') throw new Error(`${currency} has no listed banks`);
    return this.bankAccount(mode, parsed);
  }

  providerFor(mode: Mode, { destination }: PayableAccount): string | null {
    return this.companies.of(mode).routes.providerFor(destination as PayoutDestination)?.name ?? null;
  }

  async send(order: RailOrder): Promise<RailOutcome> {
    const provider = this.providerOf(order);
    if (!provider) return NOT_CONFIGURED;
    const notBefore = await this.sendings.nextTurn(provider);
    if (notBefore) return { result: 'postponed', until: notBefore };
    const outcome = await this.sendings.send(provider, payoutOrder(order), 1);
    await this.sendings.note(provider, outcome);
    switch (outcome.result) {
      case 'accepted':
        return { result: 'taken', providerId: outcome.providerId ?? order.reference };
      case 'not_now':
        return { result: 'postponed', until: this.sendings.resumesAt(outcome) };
      default:
        return outcome;
    }
  }

  async ask(order: RailOrder): Promise<RailOutcome> {
    const { reference, providerId } = order;
    const provider = this.providerOf(order);
    if (!provider) return NOT_CONFIGURED;
    try {
      const known = providerId === reference ? null : providerId;
      return outcomeIn(await provider.ask(payoutOrder(order), known), order);
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) return { result: 'unanswered' };
      throw error;
    }
  }

  /** The provider that may have it. */
  private providerOf({ mode, provider: name }: RailOrder) {
    return this.companies.of(mode).routes.named(name);
  }

  private listsOf(mode: Mode): BankListsService {
    return this.lists.get(mode)!;
  }

  private async bankAccount(
    mode: Mode,
    { country, currency, account }: ParsedAccount & { kind: 'listed' },
  ): Promise<PayableAccount> {
    const { bankCode, branchCode, accountNumber } = account;
    const lists = this.listsOf(mode);
    const { name: bankName } = await lists.bank(country, bankCode);
    if (branchCode !== null) await lists.assertBranch(country, bankCode, branchCode);
    const holder = country === 'NG' ? await this.holderOf(mode, { bankCode, accountNumber }) : null;
    const destination: PayoutDestination = {
      ...account,
      method: 'bank',
      scheme: 'local',
      country,
      bankName,
      accountName: holder ?? account.accountName!,
      currency: currency as 'NGN' | 'GHS' | 'KES' | 'ZAR',
    };
    const shown = `${bankName} ${maskedNumber(accountNumber)}`;
    return { destination, shown, holder, paidFrom: FLOATS.bank };
  }

  private async holderOf(mode: Mode, account: { bankCode: string; accountNumber: string }): Promise<string> {
    const holder = await this.companies
      .of(mode)
      .directory.holderOf(account)
      .catch((error: unknown) => {
        throw error instanceof BankDirectoryAway ? banksAway() : error;
      });
    if (holder === null) throw accountUnknown();
    return holder;
  }
}

function listed(currency: Currency): BankCountry {
  const country = listedCountryOf(currency);
  if (!country) throw invalid('currency', `There are no listed banks in ${currency}.`);
  return country;
}

/** No operator says who holds an account. */
function mobileAccount(
  currency: Currency,
  { network, phone }: GivenAccount & { type: 'mobile_money' },
): PayableAccount {
  if (!networksIn(currency).includes(network)) throw invalid('network', `network is not one of ${currency}.`);
  const destination = mobileDestination(phone, network);
  const shown = `${network} ${maskedNumber(destination.phone)}`;
  return { destination, shown, holder: null, paidFrom: FLOATS.mobile_money };
}

function payoutOrder({ reference, amount, account, orderedAt }: RailOrder): PayoutOrder {
  const destination = account.destination as PayoutDestination;
  return { reference, amount, destination, narration: NARRATION, orderedAt };
}

function outcomeIn(report: PayoutReport, { amount, reference }: RailOrder): RailOutcome {
  if (report.result === 'absent') return report;
  if (report.result === 'send_again')
    return { result: 'unclear', reason: 'The provider cannot be asked about it' };
  const { status, fee, reason, matchesDestination } = report;
  const providerId = report.providerId ?? reference;
  if (!report.amount.equals(amount) || !matchesDestination)
    return {
      result: 'unclear',
      reason: 'The provider pays another amount or another account than was ordered',
    };
  switch (status) {
    case 'delivered':
      return { result: 'delivered', providerId, fee };
    case 'failed':
    case 'returned':
      return { result: 'refused', reason: reason ?? 'The provider could not deliver it' };
    case 'unknown':
      return { result: 'unclear', reason: 'The provider gives a status that is not known' };
    default:
      return { result: 'taken', providerId };
  }
}
