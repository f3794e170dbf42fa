import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConcurrencyLimit, randomToken } from '@app/kernel';
import { hash, verify } from '@node-rs/argon2';
import { passwordsBusy } from '../common/account.errors';

/** Argon2id, the library's default algorithm, at 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** One of libuv's four threads stays free for files and names. */
const MAX_RUNNING = 3;
/** At 20 ms each the last in the queue waits about half a second. */
const MAX_WAITING = 64;

/** Hashes and checks a few passwords at a time. Sign-ins beyond a short queue are refused, to keep the machine usable. */
@Injectable()
export class PasswordsService implements OnModuleInit {
  private readonly limit = new ConcurrencyLimit(MAX_RUNNING);
  private decoy: string;

  async onModuleInit(): Promise<void> {
    this.decoy = await this.hash(randomToken());
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFC'), COST));
  }

  /** Without a hash it takes the same time and returns false, so that an unknown account looks like a wrong password. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const right = await this.inTurn(() => verify(stored ?? this.decoy, password.normalize('NFC')));
    return right && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.waiting >= MAX_WAITING) throw passwordsBusy();
    return this.limit.schedule(work);
  }
}
