import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { Clock, DomainError, type Mode } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { unknownFields } from '../operations/metrics';
import { normalDigits } from '../validation/normal';
import { InvalidFields } from '../validation/pipe';
import { UnknownFieldsService } from '../validation/unknown-fields.service';
import { listOfNames, UNKNOWN_FIELDS } from '../wire/unknown-fields-header';
import { RequestContextFactory } from './request-context';
import type { Route } from '../wire/action-registry';
import { checkDryRun, DRY_RUN_HEADER } from '../wire/dry-run';
import type { WireRequest } from '../wire/request';
import type { AppCaller, Caller, PublicKeyCaller, UserCaller } from '../access/caller';
import { isAllowedOrigin } from '../access/allowed-origins';
import { HOST, modeOf } from '../access/host';
import { keyRefusedOn } from '../access/host-rules';
import { inRanges } from '../addresses/ip-ranges';
import type { Policy } from '../access/policy';
import { memberFaultOf } from '../access/team-access';
import { hasCapability } from '../access/team-roles';
import { PinVerifier } from '../access/ports';
import { assertRecentProof } from '../access/recent-proof';
import { grants } from '../access/scopes';
import { isStaffAddress } from '../access/staff-networks';
import {
  accountTypeForbidden,
  balanceOwed,
  emailNotProved,
  invalidToken,
  ipNotAllowed,
  kybRevoked,
  missingCredentials,
  originNotAllowed,
  publicKeyRequired,
  roleForbids,
  scopeMissing,
  secretKeyRequired,
  sessionRequired,
  staffNetworkRequired,
  staffOnly,
} from '../access/access.errors';

/** An action that is called, or that could be. */
type Called = Pick<Route, 'method' | 'policy'>;

/** Authorizes the caller by the route's policy; with the body, verifies the PIN and reads idempotency key and dry run. */
@Injectable()
export class PolicyGuard implements CanActivate {
  constructor(
    @Inject(HOST) private readonly host: HostName,
    private readonly config: Config,
    private readonly pins: PinVerifier,
    private readonly contexts: RequestContextFactory,
    private readonly clock: Clock,
    private readonly fields: UnknownFieldsService,
  ) {}

  /** Throws where the route's policy does not allow the caller. */
  authorize(request: WireRequest): void {
    const { caller, policy } = request;
    if (policy.credentials.length === 0) return;
    const fault = this.faultOf(caller, request, request);
    if (fault) throw fault;
    if (policy.proof && caller.kind === 'user') assertRecentProof(caller, this.clock.now());
    const unsent = this.emailFault(caller, policy) ?? this.owedFault(caller, policy);
    if (unsent) throw unsent;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WireRequest>();
    const { caller, policy } = request;
    this.checkFields(request, context);
    if (policy.pin && caller.kind === 'user') await this.checkPin(caller, policy, request.body?.pin);
    if (request.url.startsWith('/api/')) {
      request.requestContext = this.contexts.create(request);
      if (request.requestContext.dryRun) {
        void context.switchToHttp().getResponse<FastifyReply>().header(DRY_RUN_HEADER, 'true');
      }
    } else {
      checkDryRun(request);
    }
    return true;
  }

  /**
   * Refuses unknown fields of test mode. In live mode the request is served, and a header names them. A filter that is written
   * as a list is refused in both, because it would not be applied.
   */
  private checkFields(request: WireRequest, context: ExecutionContext): void {
    const faults = this.fields.faultsOf(context.getHandler(), request);
    if (faults.length === 0) return;
    const isTest = this.modeOf(request.caller) === 'test';
    const refused = faults.filter(({ code }) => isTest || code === 'repeated_field');
    if (refused.length > 0) throw new InvalidFields(refused);
    const names = faults.map(({ field }) => field);
    context.switchToHttp().getResponse<FastifyReply>().header(UNKNOWN_FIELDS, listOfNames(names));
    unknownFields.inc({ method: request.method, route: request.routeOptions.url });
  }

  /** null: a caller without a key of an app. */
  private modeOf(caller: Caller): Mode | null {
    if (caller.kind === 'app' || caller.kind === 'public-key') return caller.mode;
    return caller.kind === 'buyer' ? modeOf(this.host) : null;
  }

  /** Whether the caller may call an action, PIN and proofs aside. */
  admits(caller: Caller, request: WireRequest, action: Called): boolean {
    return action.policy.credentials.length === 0 || this.faultOf(caller, request, action) === null;
  }

  private faultOf(caller: Caller, request: WireRequest, { method, policy }: Called): DomainError | null {
    switch (caller.kind) {
      case 'anonymous':
        return missingCredentials();
      case 'buyer':
        return policy.credentials.includes('checkout-session') ? null : missingCredentials();
      case 'user':
        return this.userFault(caller, request, policy);
      case 'app':
      case 'public-key':
        return (
          keyRefusedOn(this.host, caller.mode, method, this.config) ??
          this.keyFault(caller, request, { method, policy })
        );
    }
  }

  private userFault(caller: UserCaller, { clientAddress }: WireRequest, policy: Policy): DomainError | null {
    const { credentials, roles = [], accountType, paysSession } = policy;
    if (caller.paysOnly !== undefined && !paysSession) return invalidToken();
    if (credentials.includes('session')) {
      if (accountType && caller.accountType !== accountType) return accountTypeForbidden(accountType);
      return caller.teamRole && memberFaultOf(caller, policy, this.host, this.config);
    }
    if (!credentials.includes('staff')) return missingCredentials();
    const allowed =
      caller.staffRole === 'admin' || (caller.staffRole !== null && roles.includes(caller.staffRole));
    if (!allowed || !caller.twoFactorEnabled) return staffOnly();
    return isStaffAddress(clientAddress, this.config) ? null : staffNetworkRequired();
  }

  private keyFault(
    caller: AppCaller | PublicKeyCaller,
    request: WireRequest,
    { method, policy }: Called,
  ): DomainError | null {
    const { credentials, scope } = policy;
    const role = caller.kind === 'app' ? caller.person?.teamRole : null;
    const isRead = method === 'GET' || method === 'HEAD';
    if (role && !isRead && !hasCapability(role, 'apps:test')) return roleForbids(role);
    if (caller.readsOnly && !isRead) return kybRevoked();
    if (caller.kind === 'public-key') {
      if (credentials.includes('public-key')) {
        const { origin } = request.headers;
        return isAllowedOrigin(caller, origin, this.config) ? null : originNotAllowed(origin);
      }
      return credentials.includes('secret-key') ? secretKeyRequired() : this.peopleFault(caller, policy);
    }
    if (caller.allowedIps.length > 0 && !inRanges(request.clientAddress, caller.allowedIps))
      return ipNotAllowed();
    if (!credentials.includes('secret-key')) {
      return credentials.includes('public-key') ? publicKeyRequired() : this.peopleFault(caller, policy);
    }
    return scope && !grants(caller.scopes, scope) ? scopeMissing(scope) : null;
  }

  private peopleFault({ mode }: AppCaller | PublicKeyCaller, { keysOn }: Policy): DomainError {
    return sessionRequired(keysOn && this.config.urls[mode === 'test' ? 'sandbox' : keysOn]);
  }

  /** Test mode moves no money. An address that is proved stays so, which is why no command checks it again. */
  private emailFault(caller: Caller, { sendsMoney, provedFor }: Policy): DomainError | null {
    const action = sendsMoney && modeOf(this.host) !== 'test' ? 'send money' : provedFor;
    const isUnproved = (caller.kind === 'user' || caller.kind === 'app') && !caller.emailVerified;
    return action && isUnproved ? emailNotProved(action) : null;
  }

  private owedFault(caller: Caller, { sendsMoney }: Policy): DomainError | null {
    const isSender = caller.kind === 'user' || caller.kind === 'app';
    const owed = sendsMoney && isSender && modeOf(this.host) !== 'test' ? caller.owed : undefined;
    return owed ? balanceOwed(owed) : null;
  }

  private async checkPin(caller: UserCaller, policy: Policy, pin: unknown): Promise<void> {
    try {
      await this.pins.verify(caller, normalDigits(pin));
    } catch (error) {
      const wrong = error instanceof DomainError && error.code === 'INVALID_PIN';
      throw wrong && policy.wrongPinStatus === 401
        ? new DomainError('unauthenticated', error.code, error.message)
        : error;
    }
  }
}
