import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { notFound } from '@app/kernel';
import type { Logo } from '@app/pages';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { Brand } from './brand.aggregate';

/** Of two first changes at once the second one starts over. */
const REFUSALS = { brands_pkey: () => new StaleAggregate() };

@Injectable()
export class BrandRepository extends AggregateStore<Brand> {
  constructor(@InjectRepository(Brand) rows: Repository<Brand>, unit: UnitOfWork) {
    super(rows, unit, REFUSALS);
  }

  /** The brand of an account, which has no row before its first change. */
  async ofOwner(ownerId: string): Promise<Brand> {
    return (await this.findOneBy({ id: ownerId })) ?? Brand.of(ownerId);
  }

  /** Throws NOT_FOUND. */
  async ofReview(reviewId: string): Promise<Brand> {
    const brand = await this.findOneBy({ reviewId });
    if (!brand) throw notFound('Display name');
    return brand;
  }

  /** Stages the brand, whether it has a row or not. */
  put(brand: Brand): void {
    if (brand.version === 0) this.add(brand);
    else this.save(brand);
  }

  /** Stages the files of a logo, in place of the one before. */
  putLogo(ownerId: string, hash: string, { screen, print }: Logo): void {
    this.unit.stage({
      sql: `INSERT INTO brand_logos (owner_id, hash, screen, print) VALUES ($1, $2, $3, $4)
            ON CONFLICT (owner_id) DO UPDATE SET hash = $2, screen = $3, print = $4`,
      parameters: [ownerId, hash, screen.png, print.png],
      expectedRows: 1,
    });
  }

  removeLogo(ownerId: string): void {
    this.unit.stage({ sql: 'DELETE FROM brand_logos WHERE owner_id = $1', parameters: [ownerId] });
  }
}
