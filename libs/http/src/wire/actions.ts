import { applyDecorators, Controller, Delete, Get, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { type Policy, WithPolicy } from '../access/policy';
import { ReadAuditInterceptor } from '../audit/read-audit.interceptor';

/** Serves `/api/<file>` of each file, e.g. `wallet.php`, or `business.php/apps` where all actions are in one section. */
export const WireController = (...files: string[]): ClassDecorator =>
  Controller(files.map((file) => `api/${file}`));

/** Serves `GET /api/<file>?action=<name>`. `name` is `section/action` in files with sections, '' without an action. */
export const GetAction = (name: string, policy: Policy): MethodDecorator =>
  applyDecorators(
    Get(name),
    HttpCode(policy.status ?? 200),
    WithPolicy(audited(name, policy)),
    ...(isForStaff(policy) ? [UseInterceptors(ReadAuditInterceptor)] : []),
  );

export const PostAction = (name: string, policy: Policy): MethodDecorator =>
  applyDecorators(Post(name), HttpCode(policy.status ?? 200), WithPolicy(audited(name, policy)));

export const DeleteAction = (name: string, policy: Policy): MethodDecorator =>
  applyDecorators(Delete(name), HttpCode(policy.status ?? 200), WithPolicy(audited(name, policy)));

const isForStaff = ({ credentials }: Policy) => credentials.length === 1 && credentials[0] === 'staff';

/** Every action of staff has an audit entry of its name, e.g. `kyc.approve`. */
const audited = (name: string, policy: Policy): Policy =>
  isForStaff(policy) ? { audit: name.replace('/', '.'), ...policy } : policy;
