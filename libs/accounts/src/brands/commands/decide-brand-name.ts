import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { UserDirectoryQueries } from '../../people/user-directory.queries';
import type { Brand } from '../brand.aggregate';
import { brandNameDecided } from '../brand.errors';
import { BrandRepository } from '../brand.repository';

/** Staff approve or reject the display name that waits under `reviewId`. */
export class DecideBrandName extends Command<Brand> {
  constructor(
    readonly caller: UserCaller,
    readonly reviewId: string,
    readonly decision: 'approve' | 'reject',
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecideBrandName)
export class DecideBrandNameHandler implements ICommandHandler<DecideBrandName> {
  constructor(
    private readonly brands: BrandRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND where the name was replaced meanwhile, FORBIDDEN for one's own, and INVALID_STATE where it is decided. */
  async execute({ caller, reviewId, decision, reason }: DecideBrandName): Promise<Brand> {
    const brand = await this.brands.ofReview(reviewId);
    await this.directory.assertOfAnotherPerson(caller, brand.id, 'review a display name');
    if (brand.nameStatus !== 'pending') throw brandNameDecided();
    const { displayName: before, proposedName: proposed } = brand;
    const now = this.clock.now();
    if (decision === 'approve') brand.approveName(caller.userId, now);
    else brand.rejectName(caller.userId, reason, now);
    this.brands.save(brand);
    this.unit.audit({
      subject: brand.id,
      before: { status: 'pending', display_name: before },
      after: { status: brand.nameStatus, display_name: brand.displayName, proposed_name: proposed },
      reason,
    });
    return brand;
  }
}
