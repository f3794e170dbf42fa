import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { type Action, readActions } from './actions';
import { type Credential, expiredSession, openCredentials } from './credentials';
import { Owner } from './owner';

/** A running platform with owners, every kind of credential, and every action. */
export class World {
  /** The first of them holds the credentials. */
  owners: readonly Owner[] = [];
  credentials: readonly Credential[] = [];

  private constructor(
    readonly platform: Platform,
    private readonly receiver: Server,
    /** URL of a webhook endpoint that accepts everything. */
    readonly endpoint: string,
    readonly actions: readonly Action[],
    private readonly expired: Credential,
  ) {}

  static async open(count: number): Promise<World> {
    const platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    const expired = await expiredSession(platform);
    const receiver = createServer((request, response) =>
      request.resume().on('end', () => response.end('ok')),
    );
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const world = new World(platform, receiver, endpoint, await readActions(platform), expired);
    await world.openOwners(count);
    return world;
  }

  /** Opens owners and credentials in place of those before, which requests may have ended. */
  async openOwners(count: number): Promise<void> {
    const { platform, endpoint } = this;
    const friend = await platform.merchant();
    await platform.fund(friend, 'NGN', '1000000.00');
    const owners: Owner[] = [];
    for (let i = 0; i < count; i++) owners.push(await Owner.open(platform, endpoint, friend));
    this.owners = owners;
    this.credentials = [...(await openCredentials(platform, owners[0]!)), this.expired];
  }

  /** Stops everything, after a verification of the ledger. */
  async close(): Promise<void> {
    try {
      await this.platform.proveAndStop();
    } finally {
      this.receiver.closeAllConnections();
      this.receiver.close();
    }
  }
}

/** Works through a list with a fixed number of workers. */
export async function atOnce<T>(
  workers: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
