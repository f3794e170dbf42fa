import net from 'node:net';
import { choosePorts, freePort, isFree } from './ports.mjs';

describe('The ports of the apps', () => {
  const open: net.Server[] = [];

  async function takenPort(host: string): Promise<number> {
    const server = net.createServer();
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return (server.address() as net.AddressInfo).port;
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it.each(['127.0.0.1', '0.0.0.0'])('count as taken when a process listens on %s', async (host) => {
    expect(await isFree(await takenPort(host))).toBe(false);
  });

  it('move to the next free one when a default is taken, past the defaults of the others', async () => {
    const taken = await takenPort('127.0.0.1');
    const apps = [
      { name: 'first', port: taken, portVariable: 'FIRST_PORT' },
      { name: 'second', port: taken + 1, portVariable: 'SECOND_PORT' },
    ];
    const ports = await choosePorts(apps, {});
    expect(ports.first).toBeGreaterThan(taken + 1);
    expect(ports.second).not.toBe(ports.first);
  });

  it('are refused when they are configured and taken, duplicate or invalid', async () => {
    const app = (name: string) => ({ name, port: 1, portVariable: name });
    const taken = await takenPort('127.0.0.1');
    const free = String(await freePort());
    await expect(choosePorts([app('A')], { A: String(taken) })).rejects.toThrow(`A=${taken} is taken`);
    await expect(choosePorts([app('A'), app('B')], { A: free, B: free })).rejects.toThrow('already given');
    await expect(choosePorts([app('A')], { A: '70000' })).rejects.toThrow('not a port number');
  });
});
