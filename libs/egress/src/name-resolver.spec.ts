import { pbkdf2 } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { NameResolver } from './name-resolver';

describe('NameResolver', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hosts-'));
  const file = path.join(folder, 'hosts');
  let server: Socket;
  let questions: string[];

  beforeEach(async () => {
    questions = [];
    server = createSocket('udp4');
    server.on('message', (query, { port, address }) => {
      const name = nameIn(query);
      questions.push(name);
      const answer = answerTo(query, name);
      if (answer) server.send(answer, port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    writeFileSync(
      file,
      '# ours\n192.0.2.7 shop.test  www.shop.test # both\n2001:db8::7 shop.test\nnonsense\n',
    );
  });
  afterEach(() => void server.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  function resolver(): NameResolver {
    const names = new NameResolver(file);
    names.ask([`127.0.0.1:${server.address().port}`]);
    return names;
  }

  it('reads the hosts file, and reads it again after a change', async () => {
    const names = resolver();
    expect(await names.resolve('Shop.Test.')).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
    expect(await names.resolve('www.shop.test')).toEqual([{ address: '192.0.2.7', family: 4 }]);
    writeFileSync(file, '192.0.2.8 shop.test\n');
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    expect(await names.resolve('shop.test')).toEqual([{ address: '192.0.2.8', family: 4 }]);
    expect(questions).toEqual([]);
  });

  it('returns the addresses of this machine for localhost, and a literal for itself', async () => {
    for (const name of ['localhost', 'LOCALHOST.', 'a.localhost'])
      expect((await resolver().resolve(name)).map(({ address }) => address)).toContain('127.0.0.1');
    expect(await resolver().resolve('192.0.2.1')).toEqual([{ address: '192.0.2.1', family: 4 }]);
    expect(await resolver().resolve('::1')).toEqual([{ address: '::1', family: 6 }]);
    expect(questions).toEqual([]);
  });

  it('asks the name servers once for concurrent lookups, and again later', async () => {
    const names = resolver();
    const answers = await Promise.all([1, 2, 3].map(() => names.resolve('found.test')));
    for (const answer of answers) expect(answer).toEqual([{ address: '192.0.2.9', family: 4 }]);
    expect(questions).toHaveLength(2);
    await names.resolve('found.test');
    expect(questions).toHaveLength(4);
  });

  it('returns no addresses for a name that does not exist', async () => {
    await expect(resolver().resolve('missing.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('does not block threads that others need while a server is silent', async () => {
    const names = resolver();
    const silent = Array.from({ length: 50 }, (_, n) =>
      names.resolve(`silent-${n}.test`).catch((error: NodeJS.ErrnoException) => error.code),
    );
    const first = await Promise.race([
      promisify(pbkdf2)('a', 'b', 1, 32, 'sha256').then(() => 'hashed'),
      ...silent,
    ]);
    expect(first).toBe('hashed');
    expect(await names.resolve('found.test')).toHaveLength(1);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['ETIMEOUT']));
  }, 30_000);
});

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]! > 0; at += query[at]! + 1)
    labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString());
  return labels.join('.');
}

/** A name server that knows one address of one name, denies others, and does not respond for silent names. */
function answerTo(query: Buffer, name: string): Buffer | null {
  if (name.startsWith('silent')) return null;
  const end = query.indexOf(0, 12) + 5;
  const isIpv4 = query.readUInt16BE(end - 4) === 1;
  const found = name === 'found.test' && isIpv4;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(name === 'found.test' ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(found ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 9]);
  return Buffer.concat([header, query.subarray(12, end), ...(found ? [record] : [])]);
}
