import { applyDecorators, Get, HttpCode, Post } from '@nestjs/common';
import { type Policy, WithPolicy } from '@app/http';

type PagePolicy = Omit<Policy, 'credentials' | 'hidden'>;

const PUBLIC = { credentials: [], hidden: true } as const;

/** Serves a page that needs no credential but its address. */
export const PageGet = (path: string | string[], policy: PagePolicy): MethodDecorator =>
  applyDecorators(Get(path), WithPolicy({ ...policy, ...PUBLIC }));

/** Takes a form of such a page, and redirects unless `status` says otherwise. */
export const PageForm = (path: string, policy: PagePolicy): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(policy.status ?? 303), WithPolicy({ ...policy, ...PUBLIC }));
