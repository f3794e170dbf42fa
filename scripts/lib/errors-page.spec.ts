import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ERROR_CODES } from '@app/kernel';
import { errorsPage } from './errors-page.mjs';

const page = readFileSync(path.resolve(__dirname, '../../docs/reference/errors.md'), 'utf8');

describe('The page of errors', () => {
  it('matches docs/reference/errors.md (npm run docs:errors updates it)', () =>
    expect(page).toBe(errorsPage(ERROR_CODES)));

  it('has the anchor that doc_url names, cause and remedy of every code', () => {
    for (const [code, { cause, remedy }] of Object.entries(ERROR_CODES)) {
      const [, section] = page.split(`<a id="${code}"></a>\n`);
      const [text] = section!.split('<a id=');
      expect([code, text!.includes(cause), text!.includes(remedy)]).toEqual([code, true, true]);
    }
  });

  it('names the operations of a code as clients write them, and of a general code their number', () => {
    const operationsOf = (code: string) =>
      page.split(`<a id="${code}"></a>\n`)[1]!.match(/\*\*Operations:\*\* (.*)/)![1];
    expect(operationsOf('ACCOUNT_TOO_NEW')).toBe('`payout.php?action=initiate`');
    expect(operationsOf('PIN_NOT_SET')).toContain('`business.php?section=apps&action=revoke`');
    expect(operationsOf('INTERNAL_ERROR')).toMatch(/^(\d+) of \1$/);
  });
});
