import { once } from 'node:events';
import { connect } from 'node:net';
import { HeldLock } from '../support/held-lock';
import { type Platform, startPlatform } from '../support/platform';

describe('Shutting down', () => {
  let platform: Platform;
  beforeAll(async () => (platform = await startPlatform()));
  afterAll(() => platform.stop());

  it('answers requests under way and keeps no connection open', async () => {
    const user = await platform.signUp();
    const { port, hostname } = new URL(platform.urls.business);
    const socket = connect(Number(port), hostname);
    // Browsers connect ahead and may never send anything.
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));

    // The answer waits for a table that is locked, so that it is still under way when the app closes.
    const wallets = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      'LOCK TABLE wallets IN ACCESS EXCLUSIVE MODE',
    );
    socket.write(
      `GET /api/wallet.php?action=wallets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n\r\n`,
    );
    await wallets.awaited();
    const closed = once(socket, 'close');
    const stopped = platform.close('business');
    await refusesConnections(Number(port), hostname);
    await wallets.release();
    await Promise.all([closed, stopped, silent.destroyed || once(silent, 'close')]);
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).toMatch(/connection: close/i);
  });
});

async function refusesConnections(port: number, host: string): Promise<void> {
  for (;;) {
    const probe = connect(port, host);
    const refused = await Promise.race([
      once(probe, 'connect').then(() => false),
      new Promise<boolean>((resolve) => probe.once('error', () => resolve(true))),
    ]).catch(() => true);
    probe.destroy();
    if (refused) return;
  }
}
