import { Body, Query } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, GetAction, PagedQuery, PostAction, type UserCaller, WireController } from '@app/http';
import { invalid, parseMajorToMinor } from '@app/kernel';
import { RunPayroll } from './commands/run-payroll';
import { CreatePayrollBody, PayrollQuery } from './payroll.dto';
import { PayrollQueries } from './payroll.queries';
import { batchView, ratesView, rowView } from './payroll.view';

/** Enough for a thousand recipients with notes of full length. */
const BODY_BYTES = 1024 * 1024;

/** `business.php?section=payroll`. For signed-in users of business accounts: no API key runs a payroll. */
@WireController('business.php')
export class PayrollController {
  constructor(
    private readonly commands: Commands,
    private readonly payrolls: PayrollQueries,
  ) {}

  @PostAction('payroll/create', {
    summary: 'Pay up to 1,000 accounts at once, all of them or none; no fee',
    credentials: ['session'],
    team: 'payroll',
    accountType: 'business',
    pin: true,
    sendsMoney: true,
    rate: 'money',
    idempotent: true,
    maxBodyBytes: BODY_BYTES,
    refusals: ['FORBIDDEN', 'FX_RATE_UNAVAILABLE', 'INSUFFICIENT_FUNDS', 'INVALID_STATE', 'NOT_FOUND'],
  })
  create(
    @By() { accountId }: UserCaller,
    @Context() context: RequestContext,
    @Body() body: CreatePayrollBody,
  ) {
    const { batch_name: name = null, currency, recipients } = body;
    const rows = recipients.map(({ recipient, amount, note = null }) => ({
      recipient,
      amountMinor: parseMajorToMinor(amount)!,
      note,
    }));
    const command = new RunPayroll({ employerId: accountId, name, currency: currency ?? undefined, rows });
    return this.commands.answer(context, command, ({ batch, newBalance, rates }) => ({
      ...batchView(batch),
      ...ratesView(rates),
      new_balance: newBalance,
    }));
  }

  @GetAction('payroll/list', {
    summary: 'Payrolls you have run, newest first',
    credentials: ['session'],
    team: 'payroll',
  })
  async list(@By() { accountId }: UserCaller, @Query() query: PagedQuery) {
    return (await this.payrolls.list(accountId, query)).map(batchView);
  }

  @GetAction('payroll/detail', {
    summary: 'One payroll with every row',
    credentials: ['session'],
    team: 'payroll',
    refusals: ['NOT_FOUND'],
  })
  async detail(@By() { accountId }: UserCaller, @Query() query: PayrollQuery) {
    const { batch, rows } = await this.payrolls.find(accountId, batchIdOf(query));
    return { ...batchView(batch), rows: rows.map(rowView) };
  }
}

function batchIdOf({ batch_id: batchId, id }: PayrollQuery): string {
  const named = batchId ?? id;
  if (named === undefined) throw invalid('batch_id', 'batch_id is required.');
  if ((id ?? named).toLowerCase() !== named.toLowerCase())
    throw invalid('batch_id', 'batch_id and id name different payrolls; send one of them.');
  return named;
}
