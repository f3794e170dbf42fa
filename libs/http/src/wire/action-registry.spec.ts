import { applyDecorators, Post, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type Policy, WithPolicy } from '../access/policy';
import { GetAction, PostAction, WireController } from './actions';
import { ActionRegistry } from './action-registry';

const staff: Policy = { summary: 'An action', credentials: ['staff'] };

function start(decorator: (name: string, policy: Policy) => MethodDecorator, policy: Policy): ActionRegistry {
  @WireController('admin.php')
  class AdminController {
    @decorator('ledger/reverse', policy)
    act(): void {}
  }
  return started(AdminController);
}

function started(metatype: Type): ActionRegistry {
  const discovery = { getControllers: () => [{ metatype }] };
  const registry = new ActionRegistry(discovery as unknown as DiscoveryService, new MetadataScanner());
  registry.onModuleInit();
  return registry;
}

it('an action is served in each file of its controller', () => {
  @WireController('invoices.php', 'business.php/invoices')
  class InvoicesController {
    @GetAction('list', { ...staff, credentials: ['session'] })
    act(): void {}
  }
  const { routes } = started(InvoicesController);
  expect(routes.map(({ path }) => path)).toEqual([
    '/api/invoices.php/list',
    '/api/business.php/invoices/list',
  ]);
});

describe('the start of an app', () => {
  it('fails with an action of staff that declares no audit entry', () => {
    const undeclared = (name: string, policy: Policy) => applyDecorators(Post(name), WithPolicy(policy));
    expect(() => start(undeclared, staff)).toThrow(
      'Actions of staff without an audit entry: POST /api/admin.php/ledger/reverse (AdminController.act)',
    );
    for (const decorator of [undeclared, PostAction])
      expect(start(decorator, { ...staff, audit: 'ledger.reverse' }).routes).toHaveLength(1);
  });

  it('fails with an audit entry of an action that admits others than staff', () => {
    const policy: Policy = { ...staff, credentials: ['staff', 'session'], audit: 'ledger.reverse' };
    expect(() => start(PostAction, policy)).toThrow('without an audit entry');
    expect(() => start(PostAction, { ...policy, credentials: ['secret-key'] })).toThrow('an audit entry');
  });

  it('fails with an action with a PIN that does not declare whether it sends money', () => {
    const policy: Policy = { summary: 'An action', credentials: ['session'], pin: true };
    expect(() => start(PostAction, policy)).toThrow(
      'do not declare sendsMoney: POST /api/admin.php/ledger/reverse',
    );
    for (const sendsMoney of [true, false])
      expect(start(PostAction, { ...policy, sendsMoney }).routes).toHaveLength(1);
  });
});

it('names the audit entry of an action of staff after its section and action, and no other', () => {
  for (const decorator of [GetAction, PostAction]) {
    expect(start(decorator, staff).routes[0]!.policy.audit).toBe('ledger.reverse');
    for (const credentials of [[], ['session'], ['secret-key']] as const)
      expect(start(decorator, { summary: 'An action', credentials }).routes[0]!.policy.audit).toBeUndefined();
  }
});
