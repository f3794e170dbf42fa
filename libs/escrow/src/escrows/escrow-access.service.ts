import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { isUuid, type Mode, notFound, sha256 } from '@app/kernel';
import type { Escrow } from './escrow.aggregate';
import type { EscrowParties } from './escrow.events';
import { EscrowRepository } from './escrow.repository';
import type { EscrowRole } from './escrow.states';

/** The requester, in one mode: an account, or the holder of a buyer's portal token. */
export type EscrowRequester = { mode: Mode } & ({ ownerId: string } | { portalToken: string });

/** An escrow with the requester's role in it. */
export interface EscrowWithRole {
  escrow: Escrow;
  role: EscrowRole;
  parties: EscrowParties;
}

/** Finds an escrow for its parties; to others it does not exist. */
@Injectable()
export class EscrowAccessService {
  constructor(
    private readonly escrows: EscrowRepository,
    private readonly directory: UserDirectoryQueries,
  ) {}

  /** `uuid` is the escrow's; a portal needs none, because its token identifies one escrow. */
  async find(by: EscrowRequester, uuid?: string): Promise<EscrowWithRole> {
    const side = await this.sideOf(by, uuid);
    if (!side) throw notFound('Escrow');
    return side;
  }

  /** Does the same and returns null where there is none. */
  sideOf(by: EscrowRequester, uuid?: string): Promise<EscrowWithRole | null> {
    return 'portalToken' in by ? this.throughPortal(by) : this.ofAccount(by, uuid);
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
  ): Promise<EscrowWithRole | null> {
    const escrow = isUuid(uuid) ? await this.escrows.findOneBy({ id: uuid, mode }) : null;
    const role = escrow?.roleOf(ownerId);
    return escrow && role ? { escrow, role, parties: await this.partiesOf(escrow) } : null;
  }

  /** For buyers without an account only; a buyer with an account signs in and sends a PIN. */
  private async throughPortal({
    portalToken,
    mode,
  }: {
    portalToken: string;
    mode: Mode;
  }): Promise<EscrowWithRole | null> {
    const escrow = await this.escrows.findOneBy({ tokenHash: sha256(portalToken), mode });
    if (!escrow || escrow.initiatorId !== null) return null;
    return { escrow, role: 'initiator', parties: await this.partiesOf(escrow) };
  }
}
