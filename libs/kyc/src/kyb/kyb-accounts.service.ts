import { Injectable } from '@nestjs/common';
import { type ReviewStatus, type User, UserRepository } from '@app/accounts';
import { notFound } from '@app/kernel';

/** The accounts of businesses, whose `kyb_status` follows their submissions in the same commit. */
@Injectable()
export class KybAccountsService {
  constructor(private readonly users: UserRepository) {}

  async byId(userId: string): Promise<User> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    return user;
  }

  /** Stages the status. It is saved even if it is the same, so that concurrent decisions meet. */
  setStatus(user: User, status: ReviewStatus): void {
    user.kybStatus = status;
    this.users.save(user);
  }
}
