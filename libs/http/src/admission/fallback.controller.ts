import { All, Controller, Req, Res } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { DomainError, notFound } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { WithPolicy } from '../access/policy';
import { nearestName } from '../validation/nearest-name';
import { ActionRegistry, type Route } from '../wire/action-registry';
import { MALFORMED, publicPath } from '../wire/wire-path';
import { publicUrl, type WireRequest } from '../wire/request';
import { CallerIdentificationService } from './caller-identification.service';
import { PolicyGuard } from './policy.guard';

const UNKNOWN_ADDRESS = { summary: 'Unknown address', credentials: [], hidden: true, unserved: true };

/** A name of an action or a section with a `?` in it, because other parameters were joined with a second `?`. */
const SECOND_MARK = /[?&](?:action|section)=[^&]*\?/;

/** Names that could stand in the place of an unknown one, each with the actions that it leads to. */
type Choices = Map<string, Route[]>;

/** Refuses unknown files, unknown actions, and wrong methods of known ones. */
@Controller()
export class FallbackController {
  constructor(
    private readonly registry: ActionRegistry,
    private readonly callers: CallerIdentificationService,
    private readonly policies: PolicyGuard,
  ) {}

  @All('*')
  @WithPolicy(UNKNOWN_ADDRESS)
  async refuse(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<never> {
    const path = request.url.split('?')[0]!;
    const [, file] = /^(\/api\/[a-z0-9-]+\.php)(\/|$)/.exec(path) ?? [];
    if (!file || !this.registry.hasFile(file)) {
      const methods = this.registry.methodsOf(path);
      throw methods.length > 0 ? wrongMethod(path, request.method, methods) : notFound('Address');
    }
    const methods = this.registry.methodsOf(path);
    if (methods.length > 0) throw wrongMethod(publicPath(path), request.method, methods);
    if (path.endsWith(`/${MALFORMED}`)) throw malformedNames(publicUrl(request));
    const [place, given, choices] = this.choicesFor(file, path);
    if (given === '') throw missingAction(place, publicUrl(request));
    throw unknownAction(place, await this.suggestion(given, choices, request, reply));
  }

  /** The name that is not known, and what could stand in its place. `place` completes "Unknown or missing ... on wallet.php". */
  private choicesFor(file: string, path: string): [place: string, given: string, choices: Choices] {
    const routes = this.registry.routes.filter(
      (route) => route.path.startsWith(`${file}/`) && !route.policy.hidden,
    );
    const named = routes.map((route) => ({ route, names: route.path.slice(file.length + 1).split('/') }));
    const [first = '', second] = path.slice(file.length + 1).split('/');
    const shown = file.slice('/api/'.length);
    const inFile = named.filter(({ names }) => names.length === (second === undefined ? 1 : 2));
    const inSection = inFile.filter(({ names }) => second !== undefined && names[0] === first);
    if (inSection.length > 0) return [`action on ${shown}`, second!, byName(inSection, 1)];
    return [`${second === undefined ? 'action' : 'section'} on ${shown}`, first, byName(inFile, 0)];
  }

  /** The nearest name of which the caller may use an action. Other callers do not learn of it. */
  private async suggestion(
    given: string,
    choices: Choices,
    request: WireRequest,
    reply: FastifyReply,
  ): Promise<string | undefined> {
    const near = [...choices].filter(([name]) => nearestName(given, [name]));
    if (near.length === 0) return undefined;
    const routes = near.flatMap(([, leads]) => leads);
    const credentials = routes.flatMap(({ policy }) => policy.credentials);
    const context = new ExecutionContextHost([request, reply]);
    try {
      const caller = await this.callers.byHeaders(request, context, credentials);
      const usable = near.filter(([, leads]) =>
        leads.some((route) => this.policies.admits(caller, request, route)),
      );
      return nearestName(
        given,
        usable.map(([name]) => name),
      );
    } catch (error) {
      // A credential that is not valid.
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}

function byName(named: readonly { route: Route; names: string[] }[], index: number): Choices {
  const choices: Choices = new Map();
  for (const { route, names } of named)
    choices.set(names[index]!, [...(choices.get(names[index]!) ?? []), route]);
  return choices;
}

function unknownAction(place: string, meant: string | undefined, suggested = meant): DomainError {
  return meant === undefined
    ? new DomainError('invalid', 'UNKNOWN_ACTION', `Unknown or missing ${place}.`)
    : new DomainError('invalid', 'UNKNOWN_ACTION', `Unknown ${place}; did you mean ${meant}?`, {
        did_you_mean: suggested,
      });
}

/** Names are case-sensitive, so that `Action` and `acton` are meant for `action`. */
function missingAction(place: string, url: string): DomainError {
  const names = [...new URL(url, 'http://host').searchParams.keys()].map((name) => name.toLowerCase());
  const meant = names.map((name) => nearestName(name, ['action', 'section'])).find(Boolean);
  return unknownAction(place, meant && `the parameter ${meant}`, meant);
}

function malformedNames(url: string): DomainError {
  return new DomainError(
    'invalid',
    'UNKNOWN_ACTION',
    SECOND_MARK.test(url)
      ? 'The address has a second ?; join parameters with &.'
      : 'Send action (and section) once each, as lower-case names, in the path or in the query.',
  );
}

function wrongMethod(path: string, method: string, allowed: string[]): DomainError {
  const allow = [...new Set(allowed)].join(', ');
  return new DomainError(
    'invalid',
    'METHOD_NOT_SUPPORTED',
    `${path} does not take ${method}; use ${allow}.`,
    { allow },
  );
}
