import type { Route } from '../wire/action-registry';
import { variantOf } from '../wire/envelope';
import type { Schema } from './schemas';

/** An operation as Nest describes it: its parameters and its body. */
export type Operation = Record<string, unknown> & { parameters?: Parameter[]; requestBody?: RequestBody };

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface RequestBody {
  content: Record<string, { schema: Schema }>;
}

/** Headers that handlers read and that callers may send. Others, such as User-Agent, are not part of the interface. */
const HEADERS: Record<string, string> = {
  'X-Buyer-Token': 'Token of a buyer who proved an e-mail address, for prices and saved details',
  'X-Device-Token': 'Token of a device that a sign-in with a second factor trusted',
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'X-Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key gets the same answer for 24 hours; `Idempotency-Key` is another name for it',
  schema: { type: 'string', maxLength: 128 },
};

const DRY_RUN: Parameter = {
  name: 'X-Dry-Run',
  in: 'header',
  required: false,
  description:
    'Answers what would happen and changes nothing; under an idempotency key that was used, the first answer or 409',
  schema: { type: 'string', enum: ['true'] },
};

/** Parameters and body of an action: those of its fields, and those that its policy adds. */
export function inputOf({ parameters = [], requestBody }: Operation, route: Route): Partial<Operation> {
  const headers = Object.entries(HEADERS).filter(([name]) => parameters.some((one) => isHeader(one, name)));
  const all = [
    ...parameters.filter((parameter) => parameter.in !== 'header'),
    ...headers.map(([name, description]) => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    })),
    ...(route.policy.idempotent ? [IDEMPOTENCY_KEY, DRY_RUN] : []),
  ];
  const body = requestBody && withFields(requestBody, fieldsOf(route));
  return { ...(all.length > 0 && { parameters: all }), ...(body && { requestBody: body }) };
}

const isHeader = (parameter: Parameter, name: string): boolean =>
  parameter.in === 'header' && parameter.name.toLowerCase() === name.toLowerCase();

/** Fields of the body that guards read. */
function fieldsOf({ policy, path }: Route): Record<string, Schema> {
  return {
    ...(policy.credentials.includes('public-key') && {
      public_key: { type: 'string', description: 'The public key, where the page cannot set X-API-Key' },
    }),
    ...(policy.idempotent &&
      variantOf(path) === 'B' && {
        idempotency_key: { type: 'string', maxLength: 128, description: 'Another place for the header' },
      }),
  };
}

function withFields(body: RequestBody, fields: Record<string, Schema>): RequestBody {
  if (Object.keys(fields).length === 0) return body;
  const content = Object.entries(body.content).map(([type, { schema }]) => [
    type,
    { schema: { allOf: [schema, { type: 'object', properties: fields }] } },
  ]);
  return { ...body, content: Object.fromEntries(content) as RequestBody['content'] };
}
