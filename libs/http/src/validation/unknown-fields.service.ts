import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { FieldError } from '@app/kernel';
import type { Caller } from '../access/caller';
import { type Policy, policyOf } from '../access/policy';
import { fieldsTakenBy, type KnownFields } from './known-fields';
import { nearestName } from './nearest-name';

const MAX_NAMED = 20;
/** Characters of a name that an error shows. No field has a longer one. */
const SHOWN = 50;
const NONE: readonly FieldError[] = [];

interface Given {
  caller: Caller;
  policy: Policy;
  body: unknown;
  query: unknown;
}

/**
 * Finds fields that an action does not know, and known ones that are written as a list in the query. The names of each
 * action are read once at start, from the classes of its body and its query.
 */
@Injectable()
export class UnknownFieldsService implements OnModuleInit {
  private readonly known = new Map<object, { body: KnownFields; query: KnownFields }>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, object>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const policy = policyOf(prototype[name]!);
        // Pages and the addresses that other companies call are hidden.
        if (policy && !policy.hidden)
          this.known.set(prototype[name]!, knownTo(metatype as Type, name, policy));
      }
    }
  }

  /** Errors of up to 20 fields, of repeated ones first. The form of an upload is not examined. */
  faultsOf(handler: object, { caller, policy, body, query }: Given): readonly FieldError[] {
    const known = this.known.get(handler);
    if (!known) return NONE;
    const faults = new Faults(caller.kind === 'app', policy.pin === true && caller.kind !== 'user');
    if (!policy.upload) faults.addOf(body, known.body, '');
    faults.addOf(query, known.query, '');
    for (const [name, value] of Object.entries(query as object))
      if (Array.isArray(value) && known.query.has(name)) faults.addRepeated(name, name);
    return faults.first(MAX_NAMED);
  }
}

/** What the action's classes declare, and the fields that guards read. */
function knownTo(controller: Type, method: string, policy: Policy) {
  const body = fieldsTakenBy(controller, method, 'BODY');
  if (policy.pin) body.set('pin', null);
  if (policy.credentials.includes('public-key')) body.set('public_key', null);
  return { body, query: fieldsTakenBy(controller, method, 'QUERY') };
}

class Faults {
  private readonly repeated: FieldError[] = [];
  private readonly unknown: FieldError[] = [];

  /**
   * `ignoresPin`: a PIN that a secret key sends is ignored, also by actions without one. `hidesPin`: keys send no PIN, so
   * it is suggested to people only.
   */
  constructor(
    private readonly ignoresPin: boolean,
    private readonly hidesPin: boolean,
  ) {}

  first(count: number): readonly FieldError[] {
    if (this.repeated.length === 0) return this.unknown;
    return [...this.repeated, ...this.unknown].slice(0, count);
  }

  addOf(value: unknown, known: KnownFields, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      const list = path.slice(0, -1);
      value.forEach((item, index) => this.addOf(item, known, `${list}[${index}].`));
      return;
    }
    for (const name of Object.keys(value)) {
      const held = known.get(name);
      if (held) this.addOf((value as Record<string, unknown>)[name], held, `${path}${name}.`);
      else if (held === undefined) this.add(name, known, path);
    }
  }

  addRepeated(name: string, meant: string): void {
    if (this.repeated.length >= MAX_NAMED) return;
    const message = `Send ${meant} once and under this name: a list in this form is not read.`;
    this.repeated.push({ field: shown(name), code: 'repeated_field', message });
  }

  private add(name: string, known: KnownFields, path: string): void {
    if (this.ignoresPin && path === '' && name === 'pin') return;
    const bracket = name.indexOf('[');
    if (bracket > 0 && known.has(name.slice(0, bracket)))
      return this.addRepeated(`${path}${name}`, `${path}${name.slice(0, bracket)}`);
    if (this.unknown.length >= MAX_NAMED) return;
    const names = [...known.keys()].filter((field) => !(this.hidesPin && path === '' && field === 'pin'));
    const nearest = nearestName(name, names);
    const field = path + shown(name);
    const meant = nearest === undefined ? undefined : path + nearest;
    this.unknown.push({
      field,
      code: 'unknown_field',
      message: `${field} is not a field of this action${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
      ...(meant !== undefined && { did_you_mean: meant }),
    });
  }
}

const shown = (name: string): string =>
  name.length > SHOWN ? `${name.slice(0, SHOWN).toWellFormed()}…` : name;
