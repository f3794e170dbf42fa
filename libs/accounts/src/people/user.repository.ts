import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import { emailTaken, usertagTaken } from '../account.errors';
import { User } from './user.aggregate';

const REFUSALS = {
  users_email_key: emailTaken,
  users_usertag_key: usertagTaken,
  usertags_pkey: usertagTaken,
};

@Injectable()
export class Users extends AggregateStore<User> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(User, dataSource, unit, REFUSALS);
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

  /** Makes the command start over where the password changed after it was checked, or the account was frozen. */
  holdPassword({ id, passwordHash }: User): void {
    this.unit.stage({
      sql: 'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 AND frozen_at IS NULL FOR SHARE',
      parameters: [id, passwordHash],
      expectedRows: 1,
    });
  }

  async isUsertagTaken(usertag: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query('SELECT 1 FROM usertags WHERE usertag = $1', [
      usertag,
    ]);
    return rows.length > 0;
  }
}
