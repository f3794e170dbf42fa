import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { kybDecided } from './kyb.errors';
import { KybSubmission } from './kyb-submission.aggregate';

/** Another request was faster: the command starts over and finds what it left. */
const startOver = () => new StaleAggregate();

@Injectable()
export class KybSubmissionRepository extends AggregateStore<KybSubmission> {
  constructor(@InjectRepository(KybSubmission) rows: Repository<KybSubmission>, unit: UnitOfWork) {
    super(rows, unit, {
      kyb_submissions_pending_key: startOver,
      kyb_submissions_approved_key: startOver,
    });
  }

  pendingOf(userId: string): Promise<KybSubmission | null> {
    return this.findOneBy({ userId, status: 'pending' });
  }

  approvedOf(userId: string): Promise<KybSubmission | null> {
    return this.findOneBy({ userId, status: 'approved' });
  }

  /** The rejection that keeps the business from submitting again. */
  finalOf(userId: string): Promise<KybSubmission | null> {
    return this.findOneBy({ userId, isFinal: true });
  }

  /** The submission that a reviewer has read. Throws NOT_FOUND, and INVALID_STATE where it is not pending any more. */
  async underReview(userId: string, id: string): Promise<KybSubmission> {
    const submission = await this.findOneBy({ id, userId });
    if (!submission) throw notFound('Submission');
    if (submission.status !== 'pending') throw kybDecided();
    return submission;
  }
}
