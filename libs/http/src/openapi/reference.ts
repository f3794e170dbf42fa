import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { HostName } from '@app/config';
import { StaffActionsService } from '../staff/staff-actions.service';
import { ActionRegistry, type Route } from '../wire/action-registry';
import { publicPath } from '../wire/wire-path';
import { ReferenceDocumentsService } from './reference-documents.service';

const TITLES: Record<Exclude<HostName, 'scheduler'>, string> = {
  business: 'Business API',
  checkout: 'Checkout API (live keys)',
  sandbox: 'Sandbox API (test keys)',
  app: 'App API (people)',
};

type Operation = Record<string, unknown> & { responses?: Record<string, unknown> };

/** Prepares the API reference of a host, which ReferenceController serves. */
export function serveReference(app: NestFastifyApplication, host: Exclude<HostName, 'scheduler'>): void {
  app.get(ReferenceDocumentsService).describe(() => referenceOf(app, host));
}

/** Builds the OpenAPI document. Each action is one operation under its public URL. */
export function referenceOf(
  app: NestFastifyApplication,
  host: Exclude<HostName, 'scheduler'>,
): OpenAPIObject {
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(TITLES[host])
    .setVersion('1.0')
    .addApiKey({ type: 'apiKey', name: 'X-API-Key', in: 'header' }, 'secret-key')
    .addApiKey({ type: 'apiKey', name: 'X-API-Key', in: 'header' }, 'public-key')
    .addApiKey({ type: 'apiKey', name: 'X-Session-Token', in: 'header' }, 'checkout-session')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'session')
    .build();
  const document = SwaggerModule.createDocument(app, options);
  const routes = app.get(ActionRegistry).routes;
  const mayBeHeld = new Set(app.get(StaffActionsService).names);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const route = routes.find((found) => found.path === path && found.method === method.toUpperCase());
      if (!route || route.policy.hidden) continue;
      const held = mayBeHeld.has(route.policy.audit ?? '');
      (paths[publicPath(path)] ??= {})[method] = described(operation, route, held);
    }
  }
  return {
    ...document,
    paths: byName(paths) as OpenAPIObject['paths'],
    components: withSharedSchemas(document.components, mayBeHeld.size > 0),
  };
}

/** `mayBeHeld`: whether a rule can have it wait for a second person. */
function described(operation: Operation, { policy, path, method }: Route, mayBeHeld: boolean): Operation {
  const { summary, credentials, scope, idempotent, status = 200 } = policy;
  const notes = [
    scope && `Scope of secret keys: \`${scope}\`.`,
    policy.pin && 'People send their transaction PIN; keys send none.',
    policy.proof &&
      'Sessions need a code of the second factor within the last 30 minutes, at sign-in or by `step-up`.',
    policy.sendsMoney && 'The e-mail address of the account has to be proved first, outside the sandbox.',
    policy.provedFor && 'The e-mail address of the account has to be proved first.',
    policy.roles && `Staff roles: ${policy.roles.join(', ')}.`,
  ].filter(Boolean);
  const headers = idempotent
    ? [
        {
          name: 'X-Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'The same key gets the same answer for 24 hours; `Idempotency-Key` is another name for it',
          schema: { type: 'string', maxLength: 128 },
        },
        {
          name: 'X-Dry-Run',
          in: 'header',
          required: false,
          description:
            'Answers what would happen and changes nothing; under an idempotency key that was used, the first answer or 409',
          schema: { type: 'string', enum: ['true'] },
        },
      ]
    : [];
  return {
    ...operation,
    operationId: `${method.toLowerCase()}_${path.replace(/^\/api\//, '').replace(/[^a-z0-9]+/g, '_')}`,
    summary,
    description: notes.join(' ') || undefined,
    tags: [path.split('/')[2]!],
    parameters: [...((operation.parameters as object[] | undefined) ?? []), ...headers],
    security: credentials.map((name) => ({ [name === 'staff' ? 'session' : name]: [] })),
    responses: {
      [status]: (operation.responses?.[status] as object | undefined) ?? { description: 'Done' },
      ...(mayBeHeld && {
        202: {
          description: 'Held: nothing is done until a second person approves it',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/HeldAction' } } },
        },
      }),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function withSharedSchemas(
  components: OpenAPIObject['components'] = {},
  hasHeldActions: boolean,
): OpenAPIObject['components'] {
  const error = {
    type: 'object',
    required: ['success', 'message', 'error_code', 'request_id'],
    properties: {
      success: { type: 'boolean', const: false },
      message: { type: 'string' },
      error_code: { type: 'string' },
      request_id: { type: 'string' },
      retry_after: { type: 'integer' },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
      },
    },
  };
  const held = {
    type: 'object',
    required: ['success', 'approval_id', 'status', 'action', 'expires_at'],
    properties: {
      success: { type: 'boolean', const: true },
      approval_id: { type: ['string', 'null'], format: 'uuid', description: 'null in a dry run' },
      status: { type: 'string', const: 'awaiting_approval' },
      action: { type: 'string', description: 'The name of its audit entry' },
      expires_at: { type: 'string', format: 'date-time' },
      dry_run: { type: 'boolean', const: true },
      result: { type: 'object', description: 'In a dry run: what the action would answer' },
    },
  };
  const schemas = { Error: error, ...(hasHeldActions && { HeldAction: held }) };
  return { ...components, schemas: byName({ ...components.schemas, ...(schemas as object) }) };
}

/** In an order that does not depend on that of the modules. */
function byName<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}
