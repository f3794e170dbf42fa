import { Body, Controller, Post, Query } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import type { Caller } from '../access/caller';
import { type Policy, policyOf, WithPolicy } from '../access/policy';
import { Amount, Int, Metadata } from './decorators';
import { Nested } from './nested';
import { Rows } from './rows';
import { OneOf, Text } from './text-fields';
import { UnknownFieldsService } from './unknown-fields.service';

class Place {
  @Text() town: string;
}
class Person extends Place {
  @Nested(Place, { optional: true }) birth?: Place;
}
class Line {
  @Amount() amount: unknown;
}
class Order {
  @Text() name: string;
  @Nested(Person) buyer: Person;
  @Rows(Line, { min: 1, max: 1000 }) lines: Line[];
  @Metadata() metadata?: object;
}
class Filter {
  @OneOf(['paid', 'open'], { optional: true }) status?: string;
  @Int({ min: 1, max: 9, optional: true }) page?: number;
}

const POLICY: Policy = { summary: 'Test', credentials: ['session', 'secret-key'] };

@Controller()
class OrdersController {
  @Post('create')
  @WithPolicy({ ...POLICY, credentials: ['session', 'public-key'], pin: true })
  create(@Query() filter: Filter, @Body() order: Order): object {
    return { filter, order };
  }

  @Post('upload')
  @WithPolicy({ ...POLICY, upload: { field: 'file', maxBytes: 1 } })
  upload(@Body() order: Order): object {
    return order;
  }

  @Post('clear')
  @WithPolicy(POLICY)
  clear(): object {
    return {};
  }

  @Post('event')
  @WithPolicy({ ...POLICY, hidden: true })
  event(@Body() event: object): object {
    return event;
  }
}

const service = new UnknownFieldsService(
  { getControllers: () => [{ metatype: OrdersController }] } as never,
  new MetadataScanner(),
);
service.onModuleInit();

function faultsOf(
  action: keyof OrdersController,
  { body = {}, query = {}, by = 'app' }: { body?: object; query?: object; by?: Caller['kind'] },
) {
  const handler = OrdersController.prototype[action];
  const policy = policyOf(handler)!;
  return service.faultsOf(handler, { caller: { kind: by } as Caller, policy, body, query });
}

const named = (faults: ReturnType<typeof faultsOf>) =>
  faults.map(({ field, code, did_you_mean: meant }) => `${code} ${field}${meant ? ` (${meant})` : ''}`);

describe('Unknown fields', () => {
  it('are none in a request that an action declares, and none where an action is hidden', () => {
    const body = {
      name: 'a',
      buyer: { town: 'Lagos', birth: { town: 'Accra' } },
      lines: [{ amount: 1 }],
      metadata: { nmae: 1, constructor: { amuont: 2 } },
      pin: '1234',
      public_key: 'pk',
    };
    expect(faultsOf('create', { body, query: { status: 'paid', page: '1' } })).toEqual([]);
    expect(faultsOf('create', { body: { buyer: null, lines: 'x', name: {} } })).toEqual([]);
    expect(faultsOf('event', { body: { anything: 1 }, query: { more: ['1', '2'] } })).toEqual([]);
  });

  it('are named with their paths and the nearest name of the same object', () => {
    const body = {
      nmae: 'a',
      buyer: { twon: 'Lagos', birth: { city: 'Accra' } },
      lines: [{ amount: 1 }, { amuont: 2 }, [{ amont: 3 }]],
    };
    expect(named(faultsOf('create', { body, query: { stauts: 'paid', name: 'a' } }))).toEqual([
      'unknown_field nmae (name)',
      'unknown_field buyer.twon (buyer.town)',
      'unknown_field buyer.birth.city',
      'unknown_field lines[1].amuont (lines[1].amount)',
      'unknown_field lines[2][0].amont (lines[2][0].amount)',
      'unknown_field stauts (status)',
      'unknown_field name',
    ]);
  });

  it('include every field of an action that takes none, and those of the query beside a form', () => {
    expect(named(faultsOf('clear', { body: { note: 1 }, query: { page: 1 } }))).toEqual([
      'unknown_field note',
      'unknown_field page',
    ]);
    expect(named(faultsOf('upload', { body: { nmae: 1 }, query: { nmae: 1 } }))).toEqual([
      'unknown_field nmae',
    ]);
  });

  it('do not include the PIN of a secret key, whatever the action takes', () => {
    const body = { pin: { any: 'value' } };
    expect(named(faultsOf('clear', { body }))).toEqual([]);
    expect(named(faultsOf('clear', { body, by: 'user' }))).toEqual(['unknown_field pin']);
  });

  it('do not suggest the PIN to keys, which send none', () => {
    const body = { pni: '1234' };
    expect(named(faultsOf('create', { body, by: 'public-key' }))).toEqual(['unknown_field pni']);
    expect(named(faultsOf('create', { body, by: 'user' }))).toEqual(['unknown_field pni (pin)']);
  });

  it('are named up to 20 times, after known ones that are repeated', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, n]));
    const query = { ...many, 'status[]': 'paid', page: ['1', '2'] };
    const faults = named(faultsOf('create', { body: many, query }));
    expect(faults).toHaveLength(20);
    expect(faults.slice(0, 3)).toEqual([
      'repeated_field status[]',
      'repeated_field page',
      'unknown_field f0',
    ]);
  });

  it('are shown in part if they are long', () => {
    const [fault] = faultsOf('create', { body: { ['name'.repeat(2500)]: 1 } });
    expect(fault!.field).toHaveLength(51);
    expect(fault!.did_you_mean).toBeUndefined();
  });

  it('may have the names of the prototype', () => {
    const body = JSON.parse('{"constructor": 1, "toString": 2, "__proto__": 3}') as object;
    expect(named(faultsOf('create', { body }))).toEqual([
      'unknown_field constructor',
      'unknown_field toString',
      'unknown_field __proto__',
    ]);
  });
});
