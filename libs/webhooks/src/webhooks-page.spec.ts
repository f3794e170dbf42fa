import { spawnSync } from 'node:child_process';
import * as crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { signatureHeaders } from './deliveries/signature.policy';

const PAGE = path.resolve(__dirname, '../../../docs/guides/webhooks.md');
const [NEW, OLD, OTHER] = [1, 2, 3].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`) as [
  string,
  string,
  string,
];
const BODY = JSON.stringify({ event: 'payment.success', data: { note: 'naïve ₦' }, timestamp: 1795224745 });
const NOW = 1795224745;

/** The first code sample of a language on the page. */
function sample(language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readFileSync(PAGE, 'utf8'));
  if (!found) throw new Error(`the page has no sample in ${language}`);
  return found[1]!;
}

function headersOf(secrets: string[], at = NOW): Record<string, string> {
  const headers = signatureHeaders(secrets, 'b3f1c2d4-0000-7000-8000-000000000001', at, BODY);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

describe('the samples of docs/guides/webhooks.md', () => {
  it('verify signatures in JavaScript, with either secret during the grace period', () => {
    const code = sample('js').replace(/^import .*$/m, '');
    const make = new Function('createHmac', 'timingSafeEqual', `${code}; return isSigned;`) as (
      ...parts: unknown[]
    ) => (body: Buffer, headers: object, secret: string) => boolean;
    const isSigned = make(crypto.createHmac, crypto.timingSafeEqual);
    const raw = Buffer.from(BODY);
    for (const secret of [NEW, OLD]) expect(isSigned(raw, headersOf([NEW, OLD]), secret)).toBe(true);
    expect(isSigned(raw, headersOf([NEW]), OLD)).toBe(false);
    expect(isSigned(raw, headersOf([NEW, OLD]), OTHER)).toBe(false);
    expect(isSigned(Buffer.from(`${BODY} `), headersOf([NEW]), NEW)).toBe(false);
    expect(isSigned(raw, {}, NEW)).toBe(false);
  });

  const python = spawnSync('python3', ['--version']).status === 0;
  (python ? it : it.skip)('in Python do too, and refuse what is old', () => {
    const cases = [
      { headers: headersOf([NEW, OLD]), secret: NEW },
      { headers: headersOf([NEW, OLD]), secret: OLD },
      { headers: headersOf([NEW]), secret: OLD },
      { headers: headersOf([NEW], NOW - 301), secret: NEW },
    ];
    const code = `${sample('python')}
import json, sys
given = json.load(sys.stdin)
print(json.dumps([is_signed(given["body"].encode(), one["headers"], one["secret"], ${NOW}) for one in given["cases"]]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', code], {
      input: JSON.stringify({ body: BODY, cases }),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([true, true, false, false]);
  });
});
