import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '../access/policy';
import type { Variant } from '../wire/envelope';
import { refTo, type Schema } from './schemas';

/** What the code says about the answer of one action. */
interface DescribedAnswer {
  kind: 'view' | 'list' | 'page' | 'file' | 'empty';
  /** Of the view, or of one item of a list or page. */
  schema?: Schema;
  /** Further fields of a page. */
  extra?: Schema;
}

/** The answers of all actions by `<ControllerClass>.<method>`, and the components that they refer to. */
export interface Answers {
  operations: Record<string, DescribedAnswer>;
  schemas: Record<string, Schema>;
}

const FILE = path.join(__dirname, 'answers.json');

/** Reads what `npm run docs:api` found in the code. */
export function readAnswers(): Answers {
  if (!existsSync(FILE))
    throw new Error('answers.json of the API reference is missing: run npm run docs:api.');
  return JSON.parse(readFileSync(FILE, 'utf8')) as Answers;
}

/** Fields of every page of a list, beside its data. */
export const PAGE_FIELDS: Schema = {
  type: 'object',
  required: ['total', 'page', 'per_page', 'total_pages', 'has_next', 'has_prev', 'next_cursor'],
  properties: {
    total: { type: 'integer' },
    page: { type: 'integer' },
    per_page: { type: 'integer' },
    total_pages: { type: 'integer' },
    has_next: { type: 'boolean' },
    has_prev: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'] },
  },
};

/** The content of a 2xx response. */
export function contentOf(answer: DescribedAnswer, variant: Variant, policy: Policy): Record<string, object> {
  if (answer.kind !== 'file') return { 'application/json': { schema: enveloped(answer, variant, policy) } };
  if (!policy.produces)
    throw new Error(`The action "${policy.summary}" answers a file and declares no produces.`);
  return Object.fromEntries(
    policy.produces.map((type) => [
      type,
      { schema: FILE_SCHEMAS[type] ?? { type: 'string', format: 'binary' } },
    ]),
  );
}

/** A file of JSON has a form of its own, which its page in the documentation describes. */
const FILE_SCHEMAS: Record<string, Schema> = { 'application/json': {}, 'text/csv': { type: 'string' } };

/** The envelope of `successBody`: variant A puts fields beside `success`, variant B everything in `data`. */
function enveloped(
  { kind, schema, extra }: DescribedAnswer,
  variant: Variant,
  { idempotent }: Policy,
): Schema {
  const items: Schema = { type: 'array', items: schema };
  const dryRun = idempotent && {
    dry_run: { type: 'boolean', const: true, description: 'In a dry run, which changes nothing' },
  };
  if (variant === 'B') {
    const data = kind === 'list' ? items : (schema ?? { type: 'null' });
    return success({ message: { type: 'string' }, data }, dryRun);
  }
  if (kind === 'list') return success({ data: items }, dryRun);
  if (kind === 'page') {
    const page: Schema = { type: 'object', required: ['data'], properties: { data: items } };
    return success({ data: { allOf: [page, refTo('Page'), ...(extra ? [extra] : [])] } }, dryRun);
  }
  return schema ? { allOf: [success({}, dryRun), schema] } : success({}, dryRun);
}

const success = (required: Record<string, Schema>, optional?: Record<string, Schema> | false): Schema => ({
  type: 'object',
  required: ['success', ...Object.keys(required)],
  properties: { success: { type: 'boolean', const: true }, ...required, ...optional },
});
