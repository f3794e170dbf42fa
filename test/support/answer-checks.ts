import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { rewriteWirePath } from '../../libs/http/src/wire/wire-path';

/** An answer as a test received it. */
export interface ReceivedAnswer {
  method: string;
  /** Path and query that the test sent. */
  target: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

interface Schema {
  [keyword: string]: unknown;
}

interface DescribedOperation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

const FOLDER = path.resolve(__dirname, '../../docs/openapi');
/** The documents of each host: the actions of staff have one of their own. */
const DOCUMENTS: Record<string, string[]> = {
  business: ['business', 'staff'],
  checkout: ['checkout'],
  sandbox: ['sandbox'],
  app: ['app'],
};
const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

/** Compares answers with the committed OpenAPI documents of a host, and finds fields that these do not have. */
export class AnswerChecks {
  private readonly operations = new Map<string, { document: string; operation: DescribedOperation }>();
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly ajv = new Ajv2020({ strict: false, formats: FORMATS });

  constructor(host: string) {
    for (const name of DOCUMENTS[host]!) {
      const text = readFileSync(path.join(FOLDER, `${name}.json`), 'utf8');
      const { paths, components } = JSON.parse(text) as Document;
      const schemas = Object.entries(components.schemas).map(([key, schema]) => [key, closed(schema, true)]);
      this.ajv.addSchema({ $id: name, components: { schemas: Object.fromEntries(schemas) as object } });
      for (const [place, item] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(item))
          this.operations.set(`${method.toUpperCase()} ${place}`, { document: name, operation });
      }
    }
  }

  /** The ids of all operations of the host. */
  get ids(): string[] {
    return [...this.operations.values()].map(({ operation }) => operation.operationId);
  }

  /** The operation that the answer is of; null where it is of none, such as a page or an unknown action. */
  operationOf({ method, target }: ReceivedAnswer): string | null {
    return this.found(method, target)?.operation.operationId ?? null;
  }

  /** What the answer has that its operation does not describe; null where it is as described. */
  faultOf(answer: ReceivedAnswer): string | null {
    const found = this.found(answer.method, answer.target);
    if (!found) return null;
    const { operationId, responses } = found.operation;
    const fault =
      answer.status < 400
        ? this.successFault(answer, found.document, found.operation)
        : refusalFault(answer, responses[`${answer.status < 500 ? 4 : 5}XX`]);
    return fault && `${operationId} answered ${answer.status}: ${fault}`;
  }

  private found(method: string, target: string) {
    const inner = rewriteWirePath(target).split('?')[0]!;
    return this.operations.get(`${method} ${inner}`);
  }

  private successFault(
    { status, contentType, body }: ReceivedAnswer,
    document: string,
    { operationId, responses }: DescribedOperation,
  ): string | null {
    const response = responses[status];
    if (!response) return 'the document has no such status';
    const type = contentType?.split(';')[0] ?? '';
    const content = response.content?.[type];
    if (!content) return `the document has no ${type} here`;
    if (type !== 'application/json') return null;
    const key = `${operationId} ${status}`;
    const validate = this.validators.get(key) ?? this.ajv.compile(absolute(closed(content.schema), document));
    this.validators.set(key, validate);
    if (validate(body)) return null;
    const { instancePath, message, params } = validate.errors![0]!;
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  }
}

function refusalFault(
  { body }: ReceivedAnswer,
  response: DescribedOperation['responses'][string] | undefined,
) {
  const { allOf } = response!.content!['application/json']!.schema as {
    allOf: [unknown, { properties: { error_code: { enum: string[] } } }];
  };
  const code = (body as { error_code?: string } | undefined)?.error_code ?? 'none';
  return allOf[1].properties.error_code.enum.includes(code)
    ? null
    : `the action declares no ${code}: add it to policy.refusals`;
}

/** The schema without further fields. `isPart`: it stands beside others, and their whole is closed. */
function closed(schema: Schema, isPart = false): Schema {
  const result: Schema = { ...schema };
  for (const list of ['allOf', 'anyOf', 'oneOf']) {
    if (result[list]) result[list] = (result[list] as Schema[]).map((part) => closed(part, true));
  }
  for (const inner of ['items', 'additionalProperties']) {
    if (typeof result[inner] === 'object') result[inner] = closed(result[inner] as Schema);
  }
  if (result.properties) {
    const properties = Object.entries(result.properties as Record<string, Schema>);
    result.properties = Object.fromEntries(properties.map(([name, property]) => [name, closed(property)]));
  }
  const isOpen = isPart || result.additionalProperties !== undefined || Object.keys(schema).length === 0;
  return isOpen ? result : { ...result, unevaluatedProperties: false };
}

/** The schema with its references to the components of this document. */
function absolute(schema: Schema, document: string): Schema {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', `"${document}#/components/`),
  ) as Schema;
}
