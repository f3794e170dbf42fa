import { variantOf } from '../wire/envelope';
import type { Policy } from '../access/policy';
import { rolesWith } from '../access/team-roles';
import type { Route } from '../wire/action-registry';
import { publicPath } from '../wire/wire-path';
import { type Answers, contentOf } from './answers';
import type { ApiHost, Audience } from './audience';
import { type DescribedOperation, type Examples, withExamples } from './examples';
import { inputOf, type Operation } from './inputs';
import { refusalsOf } from './refusals';
import { refTo } from './schemas';
import { type Tag, tagOf } from './tags';

interface Surroundings {
  host: ApiHost;
  audience: Audience;
  /** Audit names of the actions that may have to wait for a second person. */
  heldActions: ReadonlySet<string>;
  answers: Answers;
  examples: Examples;
}

const FILE = /^\/api\/([a-z0-9-]+)\.php(?:\/([a-z0-9-]+))?(?:\/([a-z0-9-]+))?$/;

/** The operations of these routes under their path form, and the tags that they use. */
export function operationsOf(
  routes: readonly Route[],
  described: Record<string, Record<string, Operation>>,
  surroundings: Surroundings,
): { paths: Record<string, Record<string, object>>; tags: Tag[] } {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const method = route.method.toLowerCase();
    const isShared = routes.some((other) => other.path === route.path && other.method !== route.method);
    const operation = described[route.path]?.[method];
    if (!operation) throw new Error(`Nest does not describe ${route.method} ${route.path}.`);
    const { host, audience, examples } = surroundings;
    const whole = {
      operationId: operationIdOf(route, isShared),
      ...operationOf(operation, route, surroundings),
    };
    (paths[route.path] ??= {})[method] = withExamples(whole, host, audience, examples);
  }
  const names = new Map(routes.map(({ path }) => [tagOf(path).name, tagOf(path)]));
  return { paths, tags: [...names.values()].sort((one, other) => (one.name < other.name ? -1 : 1)) };
}

/** `/api/business.php/apps/create` is `businessAppsCreate`; a file without an action is retrieved. */
function operationIdOf({ path, method }: Route, isShared: boolean): string {
  const [, file, first = 'retrieve', second = ''] = FILE.exec(path) ?? [];
  const behind = isShared ? method.toLowerCase() : '';
  const words = `${file}-${first}-${second}-${behind}`.split('-').filter(Boolean);
  return words.map((word, place) => (place === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
}

function operationOf(
  operation: Operation,
  route: Route,
  { host, heldActions, answers }: Surroundings,
): Pick<DescribedOperation, 'responses'> & Record<string, unknown> {
  const { policy, path, handler } = route;
  const { credentials, status = 200 } = policy;
  const answer = answers.operations[handler];
  if (!answer) throw new Error(`answers.json has no ${handler}: run npm run docs:api.`);
  return {
    summary: policy.summary,
    description: descriptionOf(route) || undefined,
    tags: [tagOf(path).name],
    ...(policy.idempotent && { 'x-idempotent': true }),
    ...(answer.kind === 'page' && { 'x-paged': true }),
    ...inputOf(operation, route),
    security: acceptedOn(host, credentials).map((name) => ({ [name]: [] })),
    responses: {
      [status]: { description: 'Done', content: contentOf(answer, variantOf(path), policy) },
      ...(heldActions.has(policy.audit ?? '') && {
        202: {
          description: 'Held: nothing is done until a second person approves it',
          content: { 'application/json': { schema: refTo('AwaitingApproval') } },
        },
      }),
      ...refused(route, host),
    },
  };
}

/** Security schemes of the credentials that the host accepts: no key works on the host of people. */
function acceptedOn(host: ApiHost, credentials: Policy['credentials']): string[] {
  const names = credentials.map((name) => (name === 'staff' ? 'session' : name));
  return host === 'app' ? names.filter((name) => name === 'session') : names;
}

function refused(route: Route, host: ApiHost): DescribedOperation['responses'] {
  const { '4XX': refusals, '5XX': faults } = refusalsOf(route, host);
  return {
    '4XX': { description: 'Refused', content: errorContent(refusals) },
    '5XX': { description: 'Failed; the request may be sent again', content: errorContent(faults) },
  };
}

const errorContent = (codes: string[]) => ({
  'application/json': {
    schema: {
      allOf: [
        refTo('Error'),
        { type: 'object', properties: { error_code: { type: 'string', enum: codes } } },
      ],
    },
  },
});

function descriptionOf({ policy, path, method }: Route): string {
  const other = publicPath(path);
  const notes = [
    other !== path && `On the wire also \`${method} ${other}\`.`,
    policy.scope && `Scope of secret keys: \`${policy.scope}\`.`,
    policy.pin && 'People send their transaction PIN; keys send none.',
    policy.proof &&
      'Sessions need a code of the second factor within the last 30 minutes, at sign-in or by `step-up`.',
    policy.sendsMoney && 'The e-mail address of the account has to be proved first, outside the sandbox.',
    policy.provedFor && 'The e-mail address of the account has to be proved first.',
    policy.team &&
      policy.credentials.includes('session') &&
      `Roles of team members: ${rolesWith(policy.team).join(', ')}.`,
    policy.roles && `Staff roles: ${policy.roles.join(', ')}.`,
  ];
  return notes.filter(Boolean).join(' ');
}
