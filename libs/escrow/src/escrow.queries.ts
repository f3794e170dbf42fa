import { Injectable } from '@nestjs/common';
import { UserDirectory } from '@app/accounts';
import { Page } from '@app/http';
import type { Mode } from '@app/kernel';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import { Escrow } from './escrow.aggregate';
import type { EscrowStatus } from './escrow.states';
import type { EscrowFacts } from './escrow.view';
import { EscrowAccess, type EscrowAsker } from './escrow-access';
import { EscrowDisputes } from './escrow-disputes';
import type { EscrowParties, EscrowRole } from './escrow-terms';

export interface EscrowList {
  ownerId: string;
  mode: Mode;
  role?: EscrowRole;
  status?: EscrowStatus;
  page: number;
  perPage: number;
}

/** Reads escrows for their parties. */
@Injectable()
export class EscrowQueries {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly access: EscrowAccess,
    private readonly disputes: EscrowDisputes,
    private readonly directory: UserDirectory,
  ) {}

  async find(by: EscrowAsker, uuid?: string): Promise<EscrowFacts> {
    const side = await this.access.find(by, uuid);
    return { ...side, dispute: await this.disputes.findOneBy({ escrowId: side.escrow.id }) };
  }

  /** Newest first. */
  async list({ ownerId, mode, role, status, page, perPage }: EscrowList): Promise<Page<EscrowFacts>> {
    const shared: FindOptionsWhere<Escrow> = { mode, ...(status && { status }) };
    const where = [
      ...(role === 'beneficiary' ? [] : [{ ...shared, initiatorId: ownerId }]),
      ...(role === 'initiator' ? [] : [{ ...shared, beneficiaryId: ownerId }]),
    ];
    const [escrows, total] = await this.dataSource.manager.findAndCount(Escrow, {
      where,
      order: { createdAt: 'DESC', id: 'DESC' },
      ...{ skip: (page - 1) * perPage, take: perPage },
    });
    const sides = await this.withSides(escrows);
    const facts = sides.map((one) => ({ ...one, role: one.escrow.roleOf(ownerId)! }));
    return new Page(facts, total, page, perPage);
  }

  /** Each with its dispute and both its parties, in two questions for all of them. */
  async withSides(escrows: Escrow[]): Promise<Omit<EscrowFacts, 'role'>[]> {
    const ids = escrows.flatMap(({ initiatorId, beneficiaryId }) => [beneficiaryId, ...idOf(initiatorId)]);
    const [people, disputes] = await Promise.all([
      this.directory.byIds([...new Set(ids)]),
      this.disputes.about(escrows.map(({ id }) => id)),
    ]);
    return escrows.map((escrow) => {
      const { initiatorId, beneficiaryId } = escrow;
      const parties: EscrowParties = {
        initiator: (initiatorId && people.get(initiatorId)) || null,
        beneficiary: people.get(beneficiaryId)!,
      };
      return { escrow, dispute: disputes.get(escrow.id) ?? null, parties };
    });
  }
}

function idOf(id: string | null): string[] {
  return id === null ? [] : [id];
}
