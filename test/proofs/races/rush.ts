import { randomUUID } from 'node:crypto';
import { type CallOptions, httpClient } from '../../support/http-client';
import type { Random } from '../support/random';
import type { Shop } from '../support/shop';

/** One transfer or payroll as its client observed it. Times are of this process's clock. */
export interface Operation {
  from: number;
  /** The necessary balance, fee included. */
  needed: bigint;
  began: number;
  ended: number;
  status: number;
  code: string | null;
  /** Id of the transaction or of the batch. */
  id: string | null;
  newBalance: number | null;
  /** The same request was sent to both processes at once, under one key. */
  answers: string[];
}

type Pattern = 'cycle' | 'reversed cycle' | 'fan out' | 'fan in' | 'anyhow';
const PATTERNS: readonly Pattern[] = ['cycle', 'reversed cycle', 'fan out', 'fan in', 'anyhow'];

/** Clients that pay concurrently through every process, in changing patterns. */
export class Rush {
  readonly operations: Operation[] = [];
  private readonly tokens: Promise<string>[] = [];

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
      // Most amounts are small. Some are close to the balance, so that many are refused. The smallest still converts
      // to something.
      const minor = BigInt(random.chance(25) ? random.between(20_000, 90_000) : random.between(1500, 4500));
      const isPayroll = random.chance(8);
      this.operations.push(
        await (isPayroll ? this.payroll(from, order, minor, random) : this.transfer(from, to, minor, random)),
      );
    }
  }

  private transfer(from: number, to: number, minor: bigint, random: Random): Promise<Operation> {
    const body = { recipient: this.shops[to]!.usertag, amount: Number(minor) / 100 };
    const request = { path: 'wallet.php?action=transfer', body, credential: { key: this.shops[from]!.key } };
    return this.ask(from, minor + (minor + 999n) / 1000n, request, random);
  }

  /** Pays a few others at once, in random order. */
  private async payroll(from: number, order: number[], minor: bigint, random: Random): Promise<Operation> {
    const others = random.shuffled(order.filter((index) => index !== from)).slice(0, random.between(2, 6));
    const recipients = others.map((index) => ({
      recipient: this.shops[index]!.usertag,
      amount: Number(minor) / 100,
    }));
    const body = { recipients, pin: this.shops[from]!.pin };
    const credential = { token: await (this.tokens[from] ??= this.signIn(from)) };
    const path = 'business.php?section=payroll&action=create';
    return this.ask(from, minor * BigInt(others.length), { path, body, credential }, random);
  }

  private async signIn(shop: number): Promise<string> {
    const { email, password } = this.shops[shop]!;
    const login = `${this.urls[0]}/api/auth.php?action=login`;
    return (await httpClient('POST', login, { email, password })).body.access_token as string;
  }

  private async ask(
    from: number,
    needed: bigint,
    { path, body, credential }: { path: string; body: object; credential: CallOptions },
    random: Random,
  ): Promise<Operation> {
    const isTwice = random.chance(20);
    const key = isTwice || random.chance(30) ? randomUUID() : undefined;
    const first = random.below(this.urls.length);
    const hosts = isTwice ? this.urls : [this.urls[first]!];
    const began = performance.now();
    const answers = await Promise.all(
      hosts.map((url) =>
        httpClient('POST', `${url}/api/${path}`, body, { ...credential, idempotencyKey: key }),
      ),
    );
    const ended = performance.now();
    const answer = answers[0]!;
    return {
      from,
      needed,
      began,
      ended,
      status: answer.status,
      code: (answer.body?.error_code as string | undefined) ?? null,
      id: ((answer.body?.transaction_id ?? answer.body?.batch_id) as string | undefined) ?? null,
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
