import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { modeOf } from '../access/host';
import type { ApiHost, Audience } from './audience';
import type { Parameter, RequestBody } from './inputs';

/**
 * The request of an operation as a first call sends it: required fields and what the call needs. A text `{{name}}` refers
 * to an object that has to be there before.
 */
interface RequestExample {
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** An answer that a test received, with constants in place of ids, times and secrets. */
interface AnswerExample {
  status: number;
  type: string;
  body: unknown;
}

export interface Examples {
  /** What stands in the documents for each reference. Objects of modes have those of test mode. */
  values: Record<string, unknown>;
  /** By operation. One that has neither a body nor a required query needs none. */
  requests: Record<string, RequestExample>;
  /** By operation; further ones by document and operation, where a host answers something else. */
  answers: Record<string, AnswerExample>;
}

/** Reads `examples.json`, which is written by hand, and the answers that `npm run docs:api` has recorded. */
export function readExamples(): Examples {
  const requests = read('examples.json') as Pick<Examples, 'values' | 'requests'>;
  return { ...requests, answers: read('answer-examples.json') as Examples['answers'] };
}

function read(name: string): unknown {
  const file = path.join(__dirname, name);
  if (!existsSync(file)) throw new Error(`${name} of the API reference is missing.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The part of an operation that examples are put into. */
export interface DescribedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, { description: string; content: Record<string, object> }>;
  [field: string]: unknown;
}

/** The operation with the example of its request and of its answer, as this document of the host shows them. */
export function withExamples(
  operation: DescribedOperation,
  host: ApiHost,
  audience: Audience,
  { values, requests, answers }: Examples,
): DescribedOperation {
  const { operationId: id, parameters, requestBody, responses } = operation;
  const { query = {}, body } = filled(requests[id] ?? {}, values, host) as RequestExample;
  const answer = answers[`${audience === 'staff' ? audience : host} ${id}`] ?? answers[id];
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => withValue(parameter, query)) }),
    ...(requestBody && { requestBody: { ...requestBody, content: withExample(requestBody.content, body) } }),
    responses: mapped(responses, (response, status) =>
      answer && status === String(answer.status)
        ? { ...response, content: withExample(response.content, answer.body, answer.type) }
        : response,
    ),
  };
}

const withValue = (parameter: Parameter, query: Record<string, unknown>): Parameter =>
  parameter.in === 'query' && parameter.name in query
    ? { ...parameter, example: query[parameter.name] }
    : parameter;

/** The content with an example, of one type or of all. */
const withExample = <T extends object>(
  content: Record<string, T>,
  example: unknown,
  type?: string,
): Record<string, T> =>
  mapped(content, (media, name) =>
    example !== undefined && name === (type ?? name) ? { ...media, example } : media,
  );

const mapped = <T>(record: Record<string, T>, change: (value: T, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

const REFERENCE = /^\{\{(\w+)\}\}$/;

/** The example with the constants of its references; ids of objects with the mode of the host. */
function filled(example: unknown, values: Record<string, unknown>, host: ApiHost): unknown {
  if (Array.isArray(example)) return example.map((one) => filled(one, values, host));
  if (typeof example === 'object' && example !== null)
    return mapped(example as Record<string, unknown>, (value) => filled(value, values, host));
  const name = typeof example === 'string' ? REFERENCE.exec(example)?.[1] : undefined;
  if (name === undefined) return example;
  const value = values[name];
  if (value === undefined) throw new Error(`examples.json has no value for {{${name}}}.`);
  return typeof value === 'string' && modeOf(host) !== 'test'
    ? value.replace(/^([a-z]+)_test_/, '$1_live_')
    : value;
}
