import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '@app/config';
import { StaffActionsService } from '../staff/staff-actions.service';
import { ActionRegistry, type Route } from '../wire/action-registry';
import { describedEvents } from './events';
import { operationsOf } from './operations';
import type { ApiHost, Audience } from './audience';
import { ReferenceDocumentsService } from './reference-documents.service';
import { type Answers, readAnswers } from './answers';
import { type Examples, readExamples } from './examples';
import { byName, combined, referredFrom, type Schema, withoutNullable } from './schemas';
import { sharedSchemas } from './shared-schemas';

const TITLES: Record<ApiHost, string> = {
  business: 'Business API',
  checkout: 'Checkout API (live keys)',
  sandbox: 'Sandbox API (test keys)',
  app: 'App API (people)',
};

/** Prepares the API reference of a host. Throws where what the actions answer was not read from the code. */
export function serveReference(app: NestFastifyApplication, host: ApiHost): void {
  const sources = { answers: readAnswers(), examples: readExamples() };
  app.get(ReferenceDocumentsService).describe((audience) => referenceOf(app, host, audience, sources));
}

/** Builds the OpenAPI document of a host for one audience. Each action is one operation under its path form. */
export function referenceOf(
  app: NestFastifyApplication,
  host: ApiHost,
  audience: Audience,
  { answers, examples }: { answers: Answers; examples: Examples },
): OpenAPIObject {
  const { paths: described, components = {} } = withoutNullable(nestDocument(app));
  const routes = app
    .get(ActionRegistry)
    .routes.filter(({ policy }) => !policy.hidden && isForStaff(policy) === (audience === 'staff'));
  const heldActions = new Set(app.get(StaffActionsService).names);
  const { paths, tags } = operationsOf(routes, described as never, {
    host,
    audience,
    heldActions,
    answers,
    examples,
  });
  const events = audience === 'staff' ? [] : app.get(ReferenceDocumentsService).events;
  const { webhooks, schemas: eventSchemas } = describedEvents(events);
  const schemas = combined(
    components.schemas as Record<string, Schema>,
    answers.schemas,
    eventSchemas,
    sharedSchemas(),
  );
  const used = referredFrom([paths, webhooks, events.length > 0 && schemas.WebhookEvent], schemas);
  return {
    ...frameOf(app, host, audience),
    tags: events.length > 0 ? [...tags, EVENTS_TAG] : tags,
    paths: byName(paths),
    ...(events.length > 0 && { webhooks }),
    components: {
      securitySchemes: securitySchemesIn(paths),
      schemas: events.length > 0 ? byName({ ...used, WebhookEvent: schemas.WebhookEvent! }) : used,
    },
  } as OpenAPIObject;
}

const EVENTS_TAG = { name: 'Events', description: 'What the service sends to your endpoints, signed.' };

const isForStaff = ({ audience, credentials }: Route['policy']): boolean =>
  audience === 'staff' || (credentials.length === 1 && credentials[0] === 'staff');

type Frame = Pick<OpenAPIObject, 'openapi' | 'info' | 'servers'>;

function frameOf(app: NestFastifyApplication, host: ApiHost, audience: Audience): Frame {
  return {
    openapi: '3.1.0',
    info: {
      title: audience === 'staff' ? 'Staff API' : TITLES[host],
      version: packageVersion(),
      description:
        'Every action is a path of its own; the address with `?action=` is the same operation. Amounts are in major units.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: app.get(Config).urls[host] }],
  };
}

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  'secret-key': { type: 'apiKey', name: 'X-API-Key', in: 'header' },
  'public-key': { type: 'apiKey', name: 'X-API-Key', in: 'header' },
  'checkout-session': { type: 'apiKey', name: 'X-Session-Token', in: 'header' },
};

/** The schemes that the operations name. */
function securitySchemesIn(paths: object): object {
  const named = JSON.stringify(paths);
  const used = Object.entries(SECURITY_SCHEMES).filter(([name]) => named.includes(`{"${name}":[]}`));
  return Object.fromEntries(used);
}

/** What Nest knows: request bodies, parameters and the schemas of fields. */
function nestDocument(app: NestFastifyApplication): OpenAPIObject {
  const options = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  return SwaggerModule.createDocument(app, options);
}

/** The version of the package, which stands above the compiled files and above the sources. */
function packageVersion(): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    if (folder === path.dirname(folder)) throw new Error('The package has no package.json.');
  }
}
