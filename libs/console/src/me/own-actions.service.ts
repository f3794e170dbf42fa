import { Inject, Injectable } from '@nestjs/common';
import type { HostName } from '@app/config';
import {
  ActionRegistry,
  asTestApp,
  HOST,
  modeOf,
  PolicyGuard,
  type UserCaller,
  type WireRequest,
} from '@app/http';

const ACTION = /^\/api\/([^/]+)(?:\/(.*))?$/;
/** All test apps of an account may call the same. */
const NO_APP = '';

/** The actions of this host that a person may call: in test mode those that the account's test apps may call. */
@Injectable()
export class OwnActionsService {
  constructor(
    private readonly registry: ActionRegistry,
    private readonly policies: PolicyGuard,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  /** Names such as `business.php:payments/refund`, PIN and proofs aside. */
  of(user: UserCaller, request: WireRequest): string[] {
    const caller = modeOf(this.host) === 'test' ? asTestApp(user, NO_APP) : user;
    const taken = caller.kind === 'app' ? ['secret-key'] : ['session', 'staff'];
    const names = this.registry.routes
      .filter(({ policy }) => policy.credentials.some((credential) => taken.includes(credential)))
      .filter((route) => this.policies.admits(caller, request, route))
      .flatMap(({ path }) => nameOf(path) ?? []);
    return [...new Set(names)].sort();
  }
}

function nameOf(path: string): string | undefined {
  const [, file, action = ''] = ACTION.exec(path) ?? [];
  return file && `${file}:${action}`;
}
