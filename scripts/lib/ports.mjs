import { randomInt } from 'node:crypto';
import net from 'node:net';
import { Refusal, say } from './say.mjs';

/** A port counts as free if it is free on all addresses, because an app listens on all of them. */
export async function isFree(port) {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const outcome = await tryListening(port, host);
    if (outcome.code === 'EADDRINUSE' || outcome.code === 'EACCES') return false;
  }
  return true;
}

/** Below the ports that systems give to outgoing connections, so that none takes one while its server is not running. */
const [FIRST_FREE, AFTER_FREE] = [20_000, 30_000];

/** Returns a free port. The caller tries again if another process takes it first. */
export async function freePort() {
  const port = randomInt(FIRST_FREE, AFTER_FREE);
  return (await isFree(port)) ? port : freePort();
}

function tryListening(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve({ code: error.code }));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve({})));
  });
}

/**
 * The port of each app. A configured port must be free. A default that is taken is replaced by the next free port, so
 * that a first start works beside other programs.
 */
export async function choosePorts(apps, env) {
  const defaults = new Set(apps.map((app) => app.port));
  const chosen = new Set();
  /** @type {Record<string, number>} */
  const ports = {};
  for (const app of apps) {
    const asked = env[app.portVariable];
    if (asked === undefined) continue;
    ports[app.name] = await explicitPort(app, asked, chosen);
    chosen.add(ports[app.name]);
  }
  for (const app of apps) {
    if (ports[app.name] !== undefined) continue;
    let port = app.port;
    while (chosen.has(port) || (port !== app.port && defaults.has(port)) || !(await isFree(port))) port += 1;
    if (port !== app.port) say(`  Port ${app.port} is taken: ${app.name} listens on ${port} instead.`);
    ports[app.name] = port;
    chosen.add(port);
  }
  return ports;
}

async function explicitPort(app, asked, chosen) {
  const port = Number(asked);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Refusal(`${app.portVariable}=${asked} is not a port number.`);
  }
  if (chosen.has(port)) throw new Refusal(`${app.portVariable}=${port} is already given to another app.`);
  if (!(await isFree(port))) {
    throw new Refusal(
      `${app.portVariable}=${port} is taken by another process. Free it, or choose another port.`,
    );
  }
  return port;
}
