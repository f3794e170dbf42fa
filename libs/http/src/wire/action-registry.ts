import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { type Policy, policyOf } from '../access/policy';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'ALL', 'OPTIONS', 'HEAD'];

export interface Route {
  method: string;
  /** Rewritten path, e.g. `/api/wallet.php/transfer`. */
  path: string;
  /** `<ControllerClass>.<method>`. */
  handler: string;
  policy: Policy;
}

/**
 * The routes of this host with their policies. Throws at start-up where a route has none, where an action of staff declares no
 * audit entry, and where an action with a PIN does not declare whether it sends money.
 */
@Injectable()
export class ActionRegistry implements OnModuleInit {
  readonly routes: Route[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const undeclared: string[] = [];
    const unaudited: string[] = [];
    const undecided: string[] = [];
    for (const { metatype } of this.discovery.getControllers()) {
      if (typeof metatype !== 'function') continue;
      const bases = pathsOf(metatype);
      const prototype = metatype.prototype as Record<string, object>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name]!;
        const method = Reflect.getMetadata(METHOD_METADATA, handler) as number | undefined;
        if (method === undefined) continue;
        const policy = policyOf(handler);
        for (const base of bases) {
          const path = joined(base, pathsOf(handler)[0]!);
          const handledBy = `${metatype.name}.${name}`;
          const route = `${METHODS[method]} ${path} (${handledBy})`;
          if (policy) this.routes.push({ method: METHODS[method]!, path, handler: handledBy, policy });
          else undeclared.push(route);
          if (policy && needsAudit(policy)) unaudited.push(route);
          if (policy?.pin && policy.sendsMoney === undefined) undecided.push(route);
        }
      }
    }
    if (undeclared.length > 0) throw new Error(`Routes without a policy: ${undeclared.join(', ')}`);
    if (unaudited.length > 0)
      throw new Error(`Actions of staff without an audit entry: ${unaudited.join(', ')}`);
    if (undecided.length > 0)
      throw new Error(`Actions with a PIN that do not declare sendsMoney: ${undecided.join(', ')}`);
  }

  hasFile(file: string): boolean {
    return this.routes.some(({ path }) => path === file || path.startsWith(`${file}/`));
  }

  methodsOf(path: string): string[] {
    return this.routes.filter((route) => route.path === path).map(({ method }) => method);
  }
}

/**
 * Whether the action needs an audit entry. The entry names a staff member, so only actions for staff can
 * declare one.
 */
function needsAudit({ credentials, audit }: Policy): boolean {
  const isForStaff = credentials.includes('staff');
  if (audit !== undefined && !(isForStaff && credentials.length === 1)) return true;
  return isForStaff && audit === undefined;
}

function pathsOf(declared: object): string[] {
  const paths = [Reflect.getMetadata(PATH_METADATA, declared) as string | string[]].flat();
  return paths.map((path) => path.replace(/^\/+|\/+$/g, ''));
}

function joined(...parts: string[]): string {
  return `/${parts.filter(Boolean).join('/')}`;
}
