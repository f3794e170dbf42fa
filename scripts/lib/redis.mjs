import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA, ensureData } from './paths.mjs';
import { freePort } from './ports.mjs';
import { isAlive, recordOf, stop, stopRemembered, writeRecord } from './processes.mjs';
import { Refusal } from './say.mjs';

/** The first of these programs on PATH. Without one the service uses its in-process queue. */
export function findRedis() {
  return findProgram('redis-server') ?? findProgram('valkey-server');
}

export function findProgram(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const file = path.join(folder, name);
      if (folder && isExecutable(file)) return file;
    }
  }
  return undefined;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export async function startRedis(program, name, { databases = 16 } = {}) {
  const folder = ensureData(name);
  const pidFile = path.join(DATA, `${name}.pid.json`);
  await stopRemembered(pidFile);
  const password = randomBytes(24).toString('base64url');
  return serve({ program, folder, pidFile, password, databases }, freePort);
}

async function serve(instance, choosePort) {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await choosePort();
    const { record, ended } = launch(instance, port);
    if (record.pid) writeRecord(instance.pidFile, record.pid);
    if (await answers(record, port, instance.password)) return running(instance, port, { record, ended });
    await sleep(500);
  }
  throw new Refusal(`Redis did not start; see ${path.join(instance.folder, 'redis.log')}.`);
}

function running(instance, port, { record, ended }) {
  return {
    url: `redis://:${instance.password}@127.0.0.1:${port}`,
    pid: record.pid,
    ended,
    stop: async () => {
      await stop(record);
      rmSync(instance.pidFile, { force: true });
    },
    /** Restarts a dead server on the same port, because its clients know no other. */
    restart: () => serve(instance, () => port),
    remove: () => rmSync(instance.folder, { recursive: true, force: true }),
  };
}

/** The password is passed in a file, because all users of the machine can read command lines. */
function launch({ program, folder, password, databases }, port) {
  const conf = path.join(folder, 'redis.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    'appendonly yes',
    'maxmemory-policy noeviction',
    `databases ${databases}`,
    'daemonize no',
  ];
  writeFileSync(conf, `${lines.join('\n')}\n`, { mode: 0o600 });
  const output = openSync(path.join(folder, 'redis.log'), 'w', 0o600);
  const child = spawn(program, [conf], { cwd: folder, stdio: ['ignore', output, output], detached: true });
  closeSync(output);
  child.on('error', () => {});
  child.unref();
  return { record: recordOf(child.pid), ended: new Promise((resolve) => child.once('exit', resolve)) };
}

async function answers(record, port, password) {
  while (isAlive(record)) {
    if (await ping({ port, password })) return true;
    await sleep(20);
  }
  return false;
}

/** Whether a Redis answers at a `redis:` or `rediss:` URL and accepts its password, within three seconds. */
export async function redisAnswers(url) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const login = [username, password].map(decodeURIComponent).filter(Boolean).join(' ');
  const isEncrypted = protocol === 'rediss:';
  return ping({ host, port: Number(port) || 6379, password: login, isEncrypted, timeoutMs: 3_000 });
}

function ping({ host = '127.0.0.1', port, password, isEncrypted = false, timeoutMs = 1_000 }) {
  return new Promise((resolve) => {
    const { connect } = isEncrypted ? tls : net;
    const login = password ? `AUTH ${password}\r\n` : '';
    const socket = connect({ port, host, servername: host }, () => socket.write(`${login}PING\r\n`));
    socket.setTimeout(timeoutMs, () => socket.destroy());
    let reply = '';
    socket.on('data', (chunk) => {
      reply += chunk;
      if (!/\+PONG|-ERR|-WRONGPASS|-NOAUTH|-LOADING/.test(reply)) return;
      resolve(reply.includes('+PONG'));
      socket.destroy();
    });
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
}
