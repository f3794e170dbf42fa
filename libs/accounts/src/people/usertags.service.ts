import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { usertagTaken } from '../common/account.errors';
import { UserRepository } from './user.repository';

/** Tags that could be mistaken for the service itself. */
const RESERVED = new Set(
  (
    'admin administrator api billing checkout compliance finance fraud help helpdesk info moderator official ' +
    'operations payments payout payouts refund refunds root sandbox security service staff support system team test ' +
    'treasury trust verify wallet webhook'
  ).split(' '),
);
const MAX_BASE = 13;

/** Chooses the requested tag where it is free, else one made from the name. */
@Injectable()
export class UsertagsService {
  constructor(private readonly users: UserRepository) {}

  async choose(wanted: string | null | undefined, name: string): Promise<string> {
    if (wanted != null) {
      await this.assertFree(wanted);
      return wanted;
    }
    for (;;) {
      const tag = `${baseOf(name)}_${randomInt(100_000, 1_000_000)}`;
      if (!(await this.users.isUsertagTaken(tag))) return tag;
    }
  }

  /** Throws CONFLICT for a reserved tag and for one that is or was that of an account other than `ownerId`. */
  async assertFree(usertag: string, ownerId: string | null = null): Promise<void> {
    if (RESERVED.has(usertag) || (await this.users.isUsertagTaken(usertag, ownerId))) throw usertagTaken();
  }
}

/** The ASCII letters and digits of a name, without its accents: "Adé Stores" gives `adestores`. */
function baseOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return ascii.slice(0, MAX_BASE) || 'user';
}
