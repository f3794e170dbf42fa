import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, GetAction, Lines, PostAction, type UserCaller, Uuid, WireController } from '@app/http';
import { type BookFault, BookFaultsStore, type FrozenAccount } from './book-faults.store';
import { ClearFault } from './commands/clear-fault';
import { UnfreezeWallet } from './commands/unfreeze-wallet';
import type { UnfrozenWallet } from './fault-resolution.service';

const SHOWN = 500;
const FINANCE = { credentials: ['staff'], roles: ['finance'] } as const;

class UnfreezeBody {
  @Uuid({ description: 'An account of the wallet' })
  account_id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

class ClearFaultBody {
  @Uuid()
  fault_id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=ledger`: lists the faults found by the running proof and clears them. */
@WireController('admin.php')
export class LedgerFaultsController {
  constructor(
    private readonly faults: BookFaultsStore,
    private readonly commands: Commands,
  ) {}

  @GetAction('ledger/faults', {
    summary: 'Faults of the books that are open, and the accounts frozen now',
    credentials: ['staff'],
    roles: ['support', 'finance'],
  })
  async list() {
    const [open, frozen, total] = await Promise.all([
      this.faults.listOpen(SHOWN),
      this.faults.frozen(SHOWN),
      this.faults.countOpen(),
    ]);
    return { total, faults: open.map(faultView), frozen: frozen.map(frozenView) };
  }

  @PostAction('ledger/unfreeze', {
    ...FINANCE,
    summary: 'Let money leave a frozen wallet again',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  unfreeze(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: UnfreezeBody) {
    const { account_id: id, reason } = body;
    const command = new UnfreezeWallet(caller, id.toLowerCase(), reason);
    return this.commands.answer(context, command, ({ accounts, cleared }: UnfrozenWallet) => ({
      unfrozen: accounts,
      cleared: cleared.map((fault) => fault.id),
    }));
  }

  @PostAction('ledger/clear-fault', {
    ...FINANCE,
    summary: 'Clear a fault that froze no wallet',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  clear(@Context() context: RequestContext, @Body() { fault_id: id, reason }: ClearFaultBody) {
    const command = new ClearFault(id.toLowerCase(), reason);
    return this.commands.answer(context, command, (fault: BookFault) => ({ cleared: [fault.id] }));
  }
}

function faultView({ id, check, row, detail, journalId, accounts, foundAt }: BookFault) {
  return { id, check, row, detail, journal_id: journalId, accounts, found_at: foundAt };
}

function frozenView({ accountId, ownerId, code, currency }: FrozenAccount) {
  return { account_id: accountId, owner_id: ownerId, code, currency };
}
