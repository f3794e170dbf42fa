import { Injectable } from '@nestjs/common';
import { DomainError } from '@app/kernel';
import { Turns } from '@app/write-path';

/** Times that a command is repeated which lost the next number to another process. */
const MAX_ROUNDS = 10;

/** Commands that take the next number of an owner run one after another; the guard of the series decides between processes. */
@Injectable()
export class InvoiceNumberingService {
  private readonly turns = new Turns();

  run<T>(ownerId: string, command: () => Promise<T>): Promise<T> {
    return this.turns.run(ownerId, async () => {
      for (let round = 1; ; round++) {
        try {
          return await command();
        } catch (error) {
          const hasLost = error instanceof DomainError && error.code === 'CONFLICT';
          if (!hasLost || round === MAX_ROUNDS) throw error;
        }
      }
    });
  }
}
