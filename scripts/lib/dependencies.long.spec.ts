import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkDependencies, unlistedScripts, verdictOf } from './dependencies.mjs';

jest.setTimeout(120_000);

describe('the check of dependencies', () => {
  let registry: Server;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-audit-'));
  afterEach(() => registry?.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A registry that knows these advisories. */
  async function registryWith(advisories: object): Promise<NodeJS.ProcessEnv> {
    registry = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isAudit = request.url?.endsWith('/advisories/bulk');
        if (!isAudit) return response.writeHead(404).end('{}');
        expect(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())).toHaveProperty('fastify');
        response.setHeader('content-type', 'application/json').end(JSON.stringify(advisories));
      });
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const { port } = registry.address() as AddressInfo;
    // npm remembers advisories by their id.
    const npm_config_cache = mkdtempSync(path.join(folder, 'cache-'));
    return { ...process.env, npm_config_cache, npm_config_registry: `http://127.0.0.1:${port}/` };
  }
  const advisory = (severity: string) => ({
    fastify: [
      {
        id: 1,
        url: 'https://advisories.example/1',
        title: 'It is broken',
        severity,
        vulnerable_versions: '*',
      },
    ],
  });

  it('fails on a known vulnerability of high severity', async () => {
    const { code, output } = await checkDependencies(await registryWith(advisory('high')));
    expect(code).toBe(1);
    expect(output).toMatch(/^fastify .*: high: It is broken$/m);
  });

  it('passes with no finding, and with one of moderate severity', async () => {
    expect(await checkDependencies(await registryWith({}))).toEqual({ code: 0, output: '', note: null });
    registry.close();
    expect(await checkDependencies(await registryWith(advisory('moderate')))).toMatchObject({ code: 0 });
  });

  it('passes and says so if the registry does not answer', async () => {
    const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1/' };
    expect(await checkDependencies(env)).toMatchObject({
      code: 0,
      note: 'The registry does not answer audits; known vulnerabilities were not checked.',
    });
    expect(verdictOf('{"message":"405 Method Not Allowed","error":{}}').note).not.toBeNull();
  });

  it('fails on an install script that package.json does not list, and on a listed one that does not exist', () => {
    const packages = {
      'node_modules/a': { hasInstallScript: true },
      'node_modules/b/node_modules/@c/d': { hasInstallScript: true },
      'node_modules/e': {},
    };
    expect(unlistedScripts(packages, { a: true, e: false })).toEqual([
      '@c/d has an install script that allowScripts in package.json does not list.',
      'e is listed in allowScripts in package.json and has no install script.',
    ]);
    expect(unlistedScripts(packages, { a: false, '@c/d': true })).toEqual([]);
  });
});
