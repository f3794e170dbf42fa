import { Injectable } from '@nestjs/common';
import { UserDirectory } from '@app/accounts';
import { isUuid, type Mode, notFound } from '@app/kernel';
import type { Escrow } from './escrow.aggregate';
import type { EscrowDispute } from './escrow-dispute.aggregate';
import { EscrowDisputes } from './escrow-dispute.repository';
import { type EscrowParties, type EscrowRole } from './escrow-terms.policy';
import { EscrowTokens } from './escrow-tokens.service';
import { Escrows } from './escrow.repository';

/** Who asks, in one mode: an account, or whoever holds the secret of a buyer's portal. */
export type EscrowAsker = { mode: Mode } & ({ ownerId: string } | { portalToken: string });

/** An escrow as one of its parties comes to it. */
export interface EscrowSide {
  escrow: Escrow;
  role: EscrowRole;
  parties: EscrowParties;
}

/** Finds an escrow for its parties; to anybody else it does not exist. */
@Injectable()
export class EscrowAccess {
  constructor(
    private readonly escrows: Escrows,
    private readonly disputes: EscrowDisputes,
    private readonly tokens: EscrowTokens,
    private readonly directory: UserDirectory,
  ) {}

  /** `uuid` is the escrow's; a portal needs none, for its secret opens one escrow. */
  async find(by: EscrowAsker, uuid?: string): Promise<EscrowSide> {
    const side = await ('portalToken' in by ? this.throughPortal(by) : this.ofAccount(by, uuid));
    if (!side) throw notFound('Escrow');
    return side;
  }

  /** The escrow of a dispute, and the dispute itself. `disputeUuid` may be left out by a portal. */
  async findByDispute(
    by: EscrowAsker,
    disputeUuid?: string,
  ): Promise<EscrowSide & { dispute: EscrowDispute }> {
    const isPortal = 'portalToken' in by;
    const named = isUuid(disputeUuid) ? await this.disputes.findOneBy({ id: disputeUuid }) : null;
    const side = await (isPortal ? this.throughPortal(by) : this.ofAccount(by, named?.escrowId));
    const dispute = isPortal && side ? await this.disputes.findOneBy({ escrowId: side.escrow.id }) : named;
    if (!side || !dispute) throw notFound('Dispute');
    return { ...side, dispute };
  }

  async partiesOf({
    initiatorId,
    beneficiaryId,
  }: Pick<Escrow, 'initiatorId' | 'beneficiaryId'>): Promise<EscrowParties> {
    const people = await this.directory.byIds([beneficiaryId, ...(initiatorId ? [initiatorId] : [])]);
    const beneficiary = people.get(beneficiaryId);
    if (!beneficiary) throw notFound('Account');
    return { initiator: (initiatorId && people.get(initiatorId)) || null, beneficiary };
  }

  private async ofAccount(
    { ownerId, mode }: { ownerId: string; mode: Mode },
    uuid?: string,
  ): Promise<EscrowSide | null> {
    const escrow = isUuid(uuid) ? await this.escrows.findOneBy({ id: uuid, mode }) : null;
    const role = escrow?.roleOf(ownerId);
    return escrow && role ? { escrow, role, parties: await this.partiesOf(escrow) } : null;
  }

  /** For buyers without an account alone: whoever has one signs in, and has their PIN asked. */
  private async throughPortal({
    portalToken,
    mode,
  }: {
    portalToken: string;
    mode: Mode;
  }): Promise<EscrowSide | null> {
    const tokenHash = this.tokens.hashOfToken(portalToken);
    const escrow = await this.escrows.findOneBy({ tokenHash, mode });
    if (!escrow || escrow.initiatorId !== null) return null;
    return { escrow, role: 'initiator', parties: await this.partiesOf(escrow) };
  }
}
