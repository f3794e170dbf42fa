import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');
const DOCUMENTS = path.join(ROOT, 'docs/openapi');
const run = (program: string, args: string[], cwd: string) =>
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules', program), ...args], { cwd });

describe('Types that are generated from the documents', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'payments-types-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('compile, and every success has a body', () => {
    const names = readdirSync(DOCUMENTS).map((file) => path.basename(file, '.json'));
    expect(names).toEqual(['app', 'business', 'checkout', 'sandbox', 'staff']);
    for (const name of names) {
      const document = path.join(DOCUMENTS, `${name}.json`);
      run('openapi-typescript/bin/cli.js', [document, '-o', `${name}.ts`], folder);
    }
    writeFileSync(path.join(folder, 'uses.ts'), USES);
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    run('typescript7/bin/tsc', ['-p', 'tsconfig.json'], folder);
  });
});

const CONFIG = {
  compilerOptions: { strict: true, noEmit: true, target: 'es2023', module: 'nodenext', types: [] },
};

/** Fails to compile where a success is `never`, and where the name of an event does not select its data. */
const USES = `
import type * as app from './app.js';
import type * as business from './business.js';
import type * as checkout from './checkout.js';
import type * as sandbox from './sandbox.js';
import type * as staff from './staff.js';

type Success<O> = O extends { responses: { 200: { content: infer C } } | { 201: { content: infer C } } } ? C[keyof C] : 'other';
type Empty<T> = { [K in keyof T as [Success<T[K]>] extends [never] ? K : never]: true };
type None<T> = keyof Empty<T> extends never ? true : Empty<T>;
export const described: [
  None<app.operations>, None<business.operations>, None<checkout.operations>, None<sandbox.operations>, None<staff.operations>,
] = [true, true, true, true, true];

export function paidSession(event: sandbox.components['schemas']['WebhookEvent']): string | undefined {
  return event.event === 'payment.success' ? event.data.session_id : undefined;
}
export const status = (answer: Success<sandbox.operations['sessionsCreate']>): 'pending' | 'processing' | 'completed' | 'expired' =>
  answer.status;
`;
