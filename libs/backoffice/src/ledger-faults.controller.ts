import { Body, Req } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { Context, GetAction, PostAction, Text, Uuid, WireController, type WireRequest } from '@app/http';
import { type BookFault, BookFaults, type FrozenAccount, type Unfreezing } from '@app/ledger';
import { actorOf, AuditLog } from './audit-log.service';
import { ClearFault } from './commands/clear-fault';
import { UnfreezeWallet } from './commands/unfreeze-wallet';

const SHOWN = 500;
const FINANCE = { credentials: ['staff'], roles: ['finance'] } as const;

class UnfreezeBody {
  @Uuid({ description: 'An account of the wallet' })
  account_id: string;

  @Text({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

class SettleFaultBody {
  @Uuid()
  fault_id: string;

  @Text({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=ledger`: what the running proof has found, and how staff end it. */
@WireController('admin.php')
export class LedgerFaultsController {
  constructor(
    private readonly faults: BookFaults,
    private readonly commands: Commands,
    private readonly audit: AuditLog,
  ) {}

  @GetAction('ledger/faults', {
    summary: 'Faults of the books that are open, and the accounts frozen now',
    credentials: ['staff'],
    roles: ['support', 'finance'],
  })
  async list(@Req() request: WireRequest): Promise<object> {
    const [open, frozen, total] = await Promise.all([
      this.faults.listOpen(SHOWN),
      this.faults.frozen(SHOWN),
      this.faults.countOpen(),
    ]);
    await this.audit.append(request, { action: 'ledger.faults' });
    return { total, faults: open.map(faultView), frozen: frozen.map(frozenView) };
  }

  @PostAction('ledger/unfreeze', { ...FINANCE, summary: 'Let money leave a frozen wallet again' })
  unfreeze(@Req() request: WireRequest, @Context() context: RequestContext, @Body() body: UnfreezeBody) {
    const { account_id: id, reason } = body;
    return this.commands.answer(
      context,
      new UnfreezeWallet(actorOf(request), id.toLowerCase(), reason),
      ({ accounts, cleared }: Unfreezing) => ({
        unfrozen: accounts,
        cleared: cleared.map((fault) => fault.id),
      }),
    );
  }

  @PostAction('ledger/clear-fault', { ...FINANCE, summary: 'Clear a fault that froze no wallet' })
  clear(@Req() request: WireRequest, @Context() context: RequestContext, @Body() body: SettleFaultBody) {
    const { fault_id: id, reason } = body;
    return this.commands.answer(
      context,
      new ClearFault(actorOf(request), id.toLowerCase(), reason),
      (fault: BookFault) => ({ cleared: [fault.id] }),
    );
  }
}

function faultView({ id, check, row, detail, journalId, accounts, foundAt }: BookFault) {
  return { id, check, row, detail, journal_id: journalId, accounts, found_at: foundAt };
}

function frozenView({ accountId, ownerId, code, currency }: FrozenAccount) {
  return { account_id: accountId, owner_id: ownerId, code, currency };
}
