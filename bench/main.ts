import os from 'node:os';
import { ROWS, type Row, SCENES } from './rows';
import { type Figures, inTurns, median, quantile, type Variant } from './support/figures';
import { Server } from './support/server';

const FULL = { rounds: 5, seconds: 4 };
const QUICK = { rounds: 3, seconds: 2 };

async function main(): Promise<void> {
  const quick = process.argv.includes('--quick');
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const unknown = wanted.filter((name) => !ROWS.some((row) => row.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No such row: ${unknown.join(', ')}. There are: ${ROWS.map(({ name }) => name).join(', ')}`,
    );
  }
  const rows = ROWS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const server = new Server(process.env.BENCH_POSTGRES!);
  await sayWhere(server);
  for (const scene of Object.keys(SCENES) as (keyof typeof SCENES)[]) {
    const inScene = rows.filter((row) => row.scene === scene);
    if (inScene.length > 0) await measure(server, scene, inScene, quick);
  }
}

async function measure(
  server: Server,
  name: keyof typeof SCENES,
  rows: Row[],
  quick: boolean,
): Promise<void> {
  const scene = await SCENES[name](server, { quick });
  try {
    const wanted = new Set(rows.flatMap(({ of, over }) => [of, over]));
    const variants = scene.variants.filter(({ figures }) => figures.some((figure) => wanted.has(figure)));
    const figures = await inTurns(
      variants.filter(({ missing }) => !missing),
      quick ? QUICK : FULL,
    );
    for (const row of rows) report(row, figures, variants);
  } finally {
    await scene.close();
  }
}

function report(row: Row, figures: Figures, variants: readonly Variant[]): void {
  const missing = [row.of, row.over].flatMap(
    (figure) => variants.find((variant) => variant.figures.includes(figure))?.missing ?? [],
  );
  const name = row.name.padEnd(18);
  if (missing.length > 0) return console.log(`${name} not measured: ${missing.join('; ')}`);
  const [of, over] = [figures.get(row.of)!, figures.get(row.over)!];
  const ratios = of.map((value, round) => value / over[round]!);
  const ratio = median(ratios);
  const reached = 'atLeast' in row.target ? ratio >= row.target.atLeast : ratio <= row.target.atMost;
  const target = 'atLeast' in row.target ? `>= ${row.target.atLeast}` : `<= ${row.target.atMost}`;
  const spread = `${text(quantile(ratios, 0))}..${text(quantile(ratios, 1))}`;
  console.log(
    `${name} ${text(ratio).padStart(6)}  (${target} ${reached ? 'reached' : 'MISSED'}; rounds ${spread}) ` +
      `${row.says}: ${value(of, row)} : ${value(over, row)}`,
  );
}

const text = (ratio: number) => ratio.toFixed(ratio < 10 ? 2 : 1);

function value(values: readonly number[], { unit }: Row): string {
  const middle = median(values);
  return `${middle.toLocaleString('en', { maximumFractionDigits: middle < 100 ? 2 : 0 })}${unit}`;
}

async function sayWhere(server: Server): Promise<void> {
  const [row] = await server.run(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit, current_setting('shared_buffers') AS buffers`,
  );
  const { version, fsync, commit, buffers } = row!;
  console.log(
    `\nNode ${process.versions.node}, PostgreSQL ${version} (fsync ${fsync}, synchronous_commit ${commit}, ` +
      `shared_buffers ${buffers}), ${os.availableParallelism()} cores, load ${os.loadavg()[0]!.toFixed(1)}.\n` +
      'Ratios of medians within one run; the figures behind them mean nothing on another machine.\n',
  );
}

main().catch((error: Error) => {
  console.error(error.stack);
  process.exitCode = 1;
});
