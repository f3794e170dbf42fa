import { randomUUID } from 'node:crypto';
import { httpClient } from '../../support/http-client';
import type { Random } from '../support/random';
import type { Shop } from '../support/shop';

/** One transfer as its client saw it. Times are of this process's clock. */
export interface Operation {
  from: number;
  to: number;
  minor: bigint;
  began: number;
  ended: number;
  status: number;
  code: string | null;
  transactionId: string | null;
  newBalance: number | null;
  /** The same request went to both processes at once, under one key. */
  answers: string[];
}

type Pattern = 'cycle' | 'reversed cycle' | 'fan out' | 'fan in' | 'anyhow';
const PATTERNS: readonly Pattern[] = ['cycle', 'reversed cycle', 'fan out', 'fan in', 'anyhow'];

/** Clients that all pay at once, through every process, in patterns that change as they go. */
export class Rush {
  readonly operations: Operation[] = [];

  constructor(
    private readonly urls: readonly string[],
    private readonly shops: readonly Shop[],
    private readonly random: Random,
  ) {}

  async run(clients: number, each: number): Promise<void> {
    const all = Array.from({ length: clients }, () => this.client(this.random.branch(), each));
    await Promise.all(all);
  }

  private async client(random: Random, count: number): Promise<void> {
    const order = random.shuffled(this.shops.map((_, index) => index));
    let pattern = random.of(PATTERNS);
    for (let i = 0; i < count; i++) {
      if (random.chance(10)) pattern = random.of(PATTERNS);
      const [from, to] = endsOf(pattern, order, i, random);
      // Most are small; some take about all there is, so that many are refused. The least still converts to something.
      const minor = BigInt(random.chance(25) ? random.between(20_000, 90_000) : random.between(1500, 4500));
      this.operations.push(await this.transfer(from, to, minor, random));
    }
  }

  private async transfer(from: number, to: number, minor: bigint, random: Random): Promise<Operation> {
    const isTwice = random.chance(20);
    const key = isTwice || random.chance(30) ? randomUUID() : undefined;
    const first = random.below(this.urls.length);
    const hosts = isTwice ? this.urls : [this.urls[first]!];
    const body = { recipient: this.shops[to]!.usertag, amount: Number(minor) / 100 };
    const began = performance.now();
    const answers = await Promise.all(
      hosts.map((url) =>
        httpClient('POST', `${url}/api/wallet.php?action=transfer`, body, {
          ...{ key: this.shops[from]!.key, idempotencyKey: key },
        }),
      ),
    );
    const ended = performance.now();
    const answer = answers[0]!;
    return {
      ...{ from, to, minor, began, ended, status: answer.status },
      code: (answer.body?.error_code as string | undefined) ?? null,
      transactionId: (answer.body?.transaction_id as string | undefined) ?? null,
      newBalance: (answer.body?.new_balance as number | undefined) ?? null,
      answers: answers.map(({ status, text }) => `${status} ${text}`),
    };
  }
}

function endsOf(pattern: Pattern, order: number[], i: number, random: Random): [number, number] {
  const count = order.length;
  const at = (place: number) => order[place % count]!;
  switch (pattern) {
    case 'cycle':
      return [at(i), at(i + 1)];
    case 'reversed cycle':
      return [at(i + 1), at(i)];
    case 'fan out':
      return [at(0), at(1 + (i % (count - 1)))];
    case 'fan in':
      return [at(1 + (i % (count - 1))), at(0)];
    case 'anyhow': {
      const from = random.below(count);
      return [from, (from + 1 + random.below(count - 1)) % count];
    }
  }
}
