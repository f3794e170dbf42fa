import { Body, Controller, Inject, Query } from '@nestjs/common';
import type { HostName } from '@app/config';
import { ClientAddress, HOST, modeOf } from '@app/http';
import { DomainError, invalid, type Mode } from '@app/kernel';
import { PageForm, PageGet, PageRepliesService, PageVisit, Visit } from '@app/pages';
import { NameRefundAccount } from '../refunds/commands/name-refund-account';
import type { GivenAccount } from '../refunds/refund-rail.port';
import { ConfirmAccountForm, RefundAccountForm } from './refund-page.dto';
import { confirmPage, namePage, type NameForm, statePage } from './refund.page';
import { type ShownRefund, RefundPagesService } from './refund-pages.service';

/** Its forms send small fields; look-ups have limits of their own. */
const RATE = { rate: 'create-public' } as const;

/**
 * The page on which a payer names the account that a refund goes to. Its address was mailed to the payer; the token in it
 * is the credential.
 */
@Controller('refund/:token')
export class RefundPageController {
  constructor(
    private readonly refunds: RefundPagesService,
    private readonly replies: PageRepliesService,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  /** `to`: the kind of account that is asked for; `bank`: the bank whose branches are offered. */
  @PageGet('', { summary: 'The page on which a payer names the account that a refund goes to' })
  async show(
    @Visit() visit: PageVisit,
    @Query('to') to: unknown,
    @Query('bank') bank: unknown,
  ): Promise<string> {
    const shown = await this.refunds.find(this.mode, visit.token);
    if (shown.until === null) return statePage({ ...this.replies.begin(visit), shown });
    const type = to === 'bank' || to === 'mobile_money' ? to : null;
    return this.ask(visit, shown, {
      type,
      given: typeof bank === 'string' ? { bank_code: bank } : {},
      fault: null,
    });
  }

  /** Shows who holds the account, to be confirmed. */
  @PageForm('check', { ...RATE, status: 200, summary: 'Looks up the account that a payer names' })
  async check(
    @Visit() visit: PageVisit,
    @Body() form: RefundAccountForm,
    @ClientAddress() address: string,
  ): Promise<string> {
    const shown = await this.refunds.find(this.mode, visit.token);
    if (shown.until === null) return this.replies.redirect(visit, visit.inLanguage(visit.path));
    try {
      const found = await this.refunds.lookUp(shown, accountIn(form), address);
      const name = found.account.holder ?? form.account_name ?? null;
      return confirmPage({ ...this.replies.begin(visit, { hasForms: true }), shown, found, name });
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'invalid')) throw error;
      void visit.reply.status(400);
      return this.ask(visit, shown, { type: form.type, given: form, fault: fieldOf(error) });
    }
  }

  @PageForm('confirm', { ...RATE, summary: 'A payer confirms the account that a refund goes to' })
  confirm(@Visit() visit: PageVisit, @Body() { account }: ConfirmAccountForm): Promise<string> {
    const sealed = Buffer.from(account, 'base64url');
    return this.replies.carryOut(new NameRefundAccount(this.mode, visit.token, sealed), visit);
  }

  /** The branches of a bank are offered once it is chosen. */
  private async ask(visit: PageVisit, shown: ShownRefund, form: Omit<NameForm, 'branches'>): Promise<string> {
    const choices = await this.refunds.choices(shown);
    const bank = choices.hasBranches && choices.banks.find(({ code }) => code === form.given.bank_code);
    const branches = bank ? await this.refunds.branches(shown, bank.code) : null;
    const page = this.replies.begin(visit, { hasForms: true });
    return namePage({ ...page, shown, choices, form: { ...form, branches } });
  }

  private get mode(): Mode {
    return modeOf(this.host);
  }
}

function accountIn({ type, ...form }: RefundAccountForm): GivenAccount {
  const required = (field: 'bank_code' | 'account_number' | 'network' | 'phone') => {
    const value = form[field];
    if (value === undefined) throw invalid(field, `${field} is required.`);
    return value;
  };
  if (type === 'mobile_money') return { type, network: required('network'), phone: required('phone') };
  return {
    type,
    bankCode: required('bank_code'),
    branchCode: form.branch_code,
    accountNumber: required('account_number'),
    accountName: form.account_name,
  };
}

function fieldOf({ extra }: DomainError): string {
  const { errors } = extra as { errors?: { field?: string }[] };
  return errors?.[0]?.field ?? '';
}
