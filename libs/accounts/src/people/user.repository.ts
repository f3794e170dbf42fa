import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { SessionCacheService } from '../sessions/session-cache.service';
import { emailTaken, phoneTaken, usertagTaken } from '../common/account.errors';
import { User } from './user.aggregate';

const REFUSALS = {
  users_email_key: emailTaken,
  users_usertag_key: usertagTaken,
  users_phone_key: phoneTaken,
  usertags_pkey: usertagTaken,
};

@Injectable()
export class UserRepository extends AggregateStore<User> {
  constructor(
    @InjectRepository(User) rows: Repository<User>,
    unit: UnitOfWork,
    private readonly cache: SessionCacheService,
  ) {
    super(rows, unit, REFUSALS);
  }

  /** Adds the user and reserves the tag permanently. */
  override add(user: User): void {
    super.add(user);
    this.unit.stage({
      sql: 'INSERT INTO usertags (usertag, owner_id, taken_at) VALUES ($1, $2, $3)',
      parameters: [user.usertag, user.id, user.createdAt],
      expectedRows: 1,
      refusals: REFUSALS,
    });
  }

  override save(user: User): void {
    super.save(user);
    this.cache.forgetAfterCommit(user.id);
  }

  /** Stages the reservation of the user's new tag and the count of the change. Own former tags may be taken again. */
  reserveUsertag({ id, usertag }: User, now: Date): void {
    this.unit.stage({
      sql: `INSERT INTO usertags AS t (usertag, owner_id, taken_at) VALUES ($1, $2, $3)
            ON CONFLICT (usertag) DO UPDATE SET taken_at = t.taken_at WHERE t.owner_id = $2`,
      parameters: [usertag, id, now],
      expectedRows: 1,
    });
    this.unit.stage({
      sql: 'INSERT INTO usertag_changes (user_id, usertag, changed_at) VALUES ($1, $2, $3)',
      parameters: [id, usertag, now],
      expectedRows: 1,
    });
  }

  /** Makes the command start over where the password changed after it was checked, or the account was frozen. */
  holdPassword({ id, passwordHash }: User): void {
    this.unit.stage({
      sql: 'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 AND frozen_at IS NULL FOR SHARE',
      parameters: [id, passwordHash],
      expectedRows: 1,
    });
  }

  /** Makes the command start over where the account is closed when it commits, and lets it be closed only afterwards. */
  holdOpen(id: string): void {
    this.unit.stage({
      sql: 'SELECT 1 FROM users WHERE id = $1 AND closed_at IS NULL FOR SHARE',
      parameters: [id],
      expectedRows: 1,
    });
  }

  /** Makes the command start over where the account changed since it was read, and lets it change only after the commit. */
  hold({ id, version }: User): void {
    this.unit.stage({
      sql: 'SELECT 1 FROM users WHERE id = $1 AND version = $2 FOR SHARE',
      parameters: [id, version],
      expectedRows: 1,
    });
  }

  /** Whether the tag is or was that of an account other than `ownerId`. */
  async isUsertagTaken(usertag: string, ownerId: string | null = null): Promise<boolean> {
    const rows: unknown[] = await this.rows.query(
      'SELECT 1 FROM usertags WHERE usertag = $1 AND owner_id IS DISTINCT FROM $2',
      [usertag, ownerId],
    );
    return rows.length > 0;
  }

  /** Whether an account other than `userId` has verified the number. */
  async isPhoneVerified(phone: string, userId: string): Promise<boolean> {
    const rows: unknown[] = await this.rows.query(
      'SELECT 1 FROM users WHERE phone = $1 AND phone_verified_at IS NOT NULL AND id <> $2',
      [phone, userId],
    );
    return rows.length > 0;
  }
}
