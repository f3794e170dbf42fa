import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scene, SceneOptions, Variant } from '../support/figures';
import { fillLargeAccount } from '../support/journals';
import { settlePeople, walletId } from '../support/people';
import { bearerOf } from '../support/requests';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_exports';
/** Exports of one account that are sent at the same time. */
const STALLED = 2;

interface Part {
  url: string;
  rows: number;
}

/** Signed exports of one wallet over HTTP, and the memory of the process while their readers stand still. */
export async function exportsScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const movements = quick ? 50_000 : 500_000;
  const config = await server.create(DATABASE);
  await settlePeople(config);
  await fillLargeAccount(server, DATABASE, movements);
  await server.settle(DATABASE);
  const env = { DATABASE_URL: config.env.DATABASE_URL, RATE_LIMITS: 'false' };
  let api: Service | undefined;
  const prepare = async () => void (api ??= await Service.start('apps/business-api/src/main.js', env));

  const partOf = async (format: 'csv' | 'json'): Promise<Part> => {
    const answer = await fetch(`http://127.0.0.1:${api!.port}/api/transactions.php?action=export-links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearerOf(0)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format, currency: 'NGN' }),
    });
    const { parts } = (await answer.json()) as { parts: Part[] };
    const { search } = new URL(parts[0]!.url);
    return { url: `http://127.0.0.1:${api!.port}/api/transactions.php${search}`, rows: parts[0]!.rows };
  };

  const exported: Variant = {
    figures: ['exported-rows'],
    prepare,
    async measure() {
      const { url, rows } = await partOf('csv');
      const began = performance.now();
      const lines = linesOf(await (await fetch(url)).text());
      if (lines !== rows + 1) throw new Error(`the export has ${lines} lines, not ${rows + 1}`);
      return [(rows * 1000) / (performance.now() - began)];
    },
  };
  const copied: Variant = {
    figures: ['copied-rows'],
    async measure() {
      const rows = Math.min(movements, 50_000);
      const began = performance.now();
      const lines = linesOf(await copy(server.urlOf(DATABASE), movements, rows));
      if (lines !== rows) throw new Error(`COPY sent ${lines} lines, not ${rows}`);
      return [(rows * 1000) / (performance.now() - began)];
    },
  };
  const stalled: Variant = {
    figures: ['memory-stalled', 'memory-before'],
    prepare,
    async measure(seconds) {
      const { url } = await partOf('json');
      for (let n = 0; n < STALLED; n++) await (await fetch(url)).text();
      const before = await api!.residentMegabytes();
      const readers = await Promise.all(Array.from({ length: STALLED }, () => begunReading(url)));
      await pause(seconds * 1000);
      const during = await api!.residentMegabytes();
      for (const reader of readers) reader.destroy();
      return [during, before];
    },
  };
  return {
    variants: [exported, copied, stalled],
    async close() {
      await api?.stop();
      await server.drop(DATABASE);
    },
  };
}

const linesOf = (text: string) => text.split('\n').length - 1;

/** The newest rows of the first person's wallet with the columns that an export reads, by PostgreSQL itself. */
async function copy(url: string, last: number, rows: number): Promise<string> {
  const sql = `COPY (SELECT l.created_at, l.journal_id, l.type, l.amount_minor, j.fee_minor, a.currency, l.balance_after_minor,
      j.description, j.reference, u.usertag, coalesce(u.business_name, u.first_name || ' ' || u.last_name), l.account_id, j.metadata
    FROM ledger.legs l JOIN ledger.journals j ON j.id = l.journal_id JOIN ledger.accounts a ON a.id = l.account_id
    LEFT JOIN users u ON u.id = l.counterparty_id
   WHERE l.account_id = '${walletId(0)}' AND l.seq > ${last + 1 - rows} ORDER BY l.seq DESC) TO STDOUT (FORMAT csv)`;
  const child = spawn('psql', ['-XqAt', url, '-c', sql], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** A response whose first bytes have arrived, and that is read no further. */
async function begunReading(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  await once(response, 'readable');
  return response;
}
