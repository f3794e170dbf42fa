import { Body, Query } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, type Caller, GetAction, ownerOf, PostAction, WireController } from '@app/http';
import { Clock, parseMajorToMinor, Times } from '@app/kernel';
import { CancelEscrow } from './commands/cancel-escrow';
import { CreateEscrow, type CreatedEscrow } from './commands/create-escrow';
import { DisputeEscrow } from './commands/dispute-escrow';
import { ReleaseEscrow } from './commands/release-escrow';
import { RespondToDispute } from './commands/respond-to-dispute';
import {
  CreateEscrowBody,
  DisputeBody,
  DisputeResponseBody,
  EscrowBody,
  EscrowListQuery,
  EscrowQuery,
  ReleaseEscrowBody,
} from './escrow.dto';
import { EscrowQueries } from './escrow.queries';
import { type EndedEscrow, type EscrowFacts, escrowRecordView } from './escrow.view';
import { EscrowTokensService } from './escrow-tokens.service';

const PARTY = {
  credentials: ['session', 'secret-key'],
  scope: 'escrow:manage',
  team: 'payments:read',
} as const;
const WRITES = { ...PARTY, team: 'money:send', idempotent: true } as const;
const DISPUTES = { ...WRITES, team: 'disputes' } as const;

/** Escrows of people and businesses, including those paid by checkout sessions. */
@WireController('escrow.php')
export class EscrowController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: EscrowQueries,
    private readonly portals: EscrowTokensService,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  /** Test keys only read, in the time of their test clock. */
  private readonly read = async (facts: EscrowFacts) =>
    escrowRecordView(facts, await this.times.of(facts.escrow));

  private readonly shown = (facts: EscrowFacts) => escrowRecordView(facts, this.clock.now());

  private readonly ended = ({ newLockedBalance, ...facts }: EndedEscrow) => ({
    ...this.shown(facts),
    ...(newLockedBalance && { new_locked_balance: newLockedBalance }),
  });

  @PostAction('create', {
    ...WRITES,
    summary: 'Lock money for another account; 1.5 % fee on top',
    pin: true,
    sendsMoney: true,
    rate: 'money',
    refusals: ['FORBIDDEN', 'FX_RATE_UNAVAILABLE', 'INSUFFICIENT_FUNDS', 'INVALID_STATE', 'NOT_FOUND'],
  })
  create(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreateEscrowBody) {
    const { beneficiary, amount, currency, description, condition, deadline_days: days } = body;
    const request = {
      initiatorId: ownerOf(caller),
      beneficiary,
      amountMinor: parseMajorToMinor(amount)!,
      currency,
      description,
      condition: condition ?? null,
      deadlineDays: days ?? null,
    };
    return this.commands.answer(context, new CreateEscrow(request), (made: CreatedEscrow) => ({
      ...this.shown(context.dryRun ? beforePayment(made) : made),
      new_balance: made.newBalance,
    }));
  }

  @PostAction('release', {
    ...WRITES,
    summary: 'Let the beneficiary have it; initiator only',
    pin: true,
    // The money left the wallet when the escrow was created.
    sendsMoney: false,
    refusals: ['FORBIDDEN', 'INVALID_STATE', 'NOT_FOUND'],
  })
  release(@By() caller: Caller, @Context() context: RequestContext, @Body() { uuid }: ReleaseEscrowBody) {
    return this.commands.answer(context, new ReleaseEscrow(askerOf(caller), uuid), this.ended);
  }

  @PostAction('cancel', {
    ...WRITES,
    team: 'refunds',
    summary: 'Give amount and fee back; beneficiary only',
    refusals: ['FORBIDDEN', 'INVALID_STATE', 'NOT_FOUND'],
  })
  cancel(@By() caller: Caller, @Context() context: RequestContext, @Body() { uuid }: EscrowBody) {
    return this.commands.answer(context, new CancelEscrow(askerOf(caller), uuid), this.ended);
  }

  @PostAction('dispute', {
    ...DISPUTES,
    summary: 'Have staff decide; either party',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  dispute(@By() caller: Caller, @Context() context: RequestContext, @Body() body: DisputeBody) {
    const { uuid, reason, evidence = null } = body;
    const command = new DisputeEscrow(askerOf(caller), { reason, evidence }, uuid);
    return this.commands.answer(context, command, this.shown);
  }

  @PostAction('dispute-respond', {
    ...DISPUTES,
    summary: 'Answer a dispute that the other party raised',
    refusals: ['FORBIDDEN', 'INVALID_STATE', 'NOT_FOUND'],
  })
  respond(@By() caller: Caller, @Context() context: RequestContext, @Body() body: DisputeResponseBody) {
    const { dispute_uuid: disputeUuid, response } = body;
    const command = new RespondToDispute(askerOf(caller), response, disputeUuid);
    return this.commands.answer(context, command, this.shown);
  }

  @GetAction('list', { ...PARTY, summary: 'Escrows you are a party of, newest first' })
  async list(@By() caller: Caller, @Query() query: EscrowListQuery) {
    const found = await this.queries.list(askerOf(caller), query);
    return found.mapAsync(this.read);
  }

  @GetAction('detail', {
    ...PARTY,
    summary: 'One escrow, with its dispute and the other party',
    refusals: ['NOT_FOUND'],
  })
  async detail(@By() caller: Caller, @Query() { uuid }: EscrowQuery) {
    const facts = await this.queries.find(askerOf(caller), uuid);
    const record = await this.read(facts);
    const counterpart = facts.role === 'initiator' ? record.beneficiary : record.initiator;
    return { ...record, counterpart, ...this.testPortalOf(facts) };
  }

  /**
   * The portal's address. In live mode it is only mailed to the buyer; test mode sends no mail, so it is shown.
   */
  private testPortalOf({ escrow: { id, mode, initiatorId } }: EscrowFacts) {
    const isShown = mode === 'test' && initiatorId === null;
    return isShown && { portal_url: this.portals.addressOf(id, mode) };
  }
}

/** Before a payment the beneficiary is shown by a masked name, as in look-ups. */
function beforePayment(made: CreatedEscrow): CreatedEscrow {
  const { beneficiary } = made.parties;
  return {
    ...made,
    parties: { ...made.parties, beneficiary: { ...beneficiary, name: beneficiary.maskedName } },
  };
}

/** Users act in live mode; a test key reads the escrows of its sandbox. */
function askerOf(caller: Caller) {
  return { ownerId: ownerOf(caller), mode: caller.kind === 'app' ? caller.mode : 'live' } as const;
}
