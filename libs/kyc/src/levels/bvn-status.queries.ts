import { Injectable } from '@nestjs/common';
import type { User } from '@app/accounts';

/** Whether the bank verification number of a person is verified. */
@Injectable()
export class BvnStatusQueries {
  isVerified({ bvnVerifiedAt }: Pick<User, 'bvnVerifiedAt'>): boolean {
    return bvnVerifiedAt !== null;
  }
}
