import type { ActionRegistry } from '../wire/action-registry';
import type { WireRequest } from '../wire/request';
import { StaffActionsService } from './staff-actions.service';

class Body {}

describe('StaffActionsService', () => {
  const policy = {
    summary: 'An action',
    credentials: ['staff'],
    roles: ['finance'],
    audit: 'ledger.reverse',
  };
  const registry = { routes: [{ policy }] } as unknown as ActionRegistry;
  const action = { name: 'ledger.reverse', body: Body, command: jest.fn(), present: () => ({}) };

  it('carries no action out while no module decides which ones are held', () => {
    const answer = new StaffActionsService(registry).register(action);
    expect(() => answer({} as WireRequest, {})).toThrow('No module decides which actions of staff are held.');
    expect(action.command).not.toHaveBeenCalled();
  });

  it('registers each action once', () => {
    const actions = new StaffActionsService(registry);
    actions.register(action);
    expect(() => actions.register(action)).toThrow('ledger.reverse is registered twice.');
  });

  it('reads the roles of an action from its policy', () => {
    const actions = new StaffActionsService(registry);
    expect([actions.rolesOf('ledger.reverse'), actions.rolesOf('fx.set')]).toEqual([
      ['admin', 'finance'],
      null,
    ]);
  });
});
