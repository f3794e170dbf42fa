import { type DomainError, minorToText } from '@app/kernel';
import { IsString } from 'class-validator';
import * as fc from 'fast-check';
import { Compiled, readCompiled } from './compiled';
import {
  Amount,
  Bool,
  CurrencyCode,
  Email,
  Int,
  OneOf,
  Pin,
  QueryInt,
  Text,
  Usertag,
  Uuid,
} from './decorators';
import { validationPipe } from './pipe';

class Base {
  @CurrencyCode({ optional: true }) currency?: string;
  @QueryInt({ min: 1, max: 100, fallback: 20 }) limit: number;
}

function declared() {
  class Dto extends Base {
    @Text({ max: 20 }) recipient: string;
    @OneOf(['usertag', 'email'], { optional: true }) recipient_type?: string;
    @Amount() amount: unknown;
    @Text({ optional: true }) note?: string;
    @Email({ optional: true }) email?: string;
    @Usertag({ optional: true }) usertag?: string;
    @Uuid({ optional: true }) id?: string;
    @Int({ min: 0, max: 9, optional: true }) count?: number;
    @Bool({ optional: true }) flag?: boolean;
    @Pin() pin?: string;
  }
  return Dto;
}

const Slow = declared();
const Fast = declared();
Compiled()(Fast);

/** Valid values, nearly valid values, and arbitrary ones. */
const value = fc.oneof(
  fc.constantFrom('ada', ' Ada ', '@Ada_1', 'ada@example.com', 'NGN', 'ngn ', 'email', '1234', '12.34', ''),
  fc.constantFrom(
    1,
    0,
    12.5,
    -1,
    21,
    true,
    false,
    null,
    undefined,
    'a\u0000',
    'e\u0301',
    '\u200b',
    'x'.repeat(21),
  ),
  fc.bigInt({ min: 1n, max: 10n ** 14n }).map((minor) => minorToText(minor)),
  fc.uuid(),
  fc.jsonValue(),
);
const fields = [
  'currency',
  'limit',
  'recipient',
  'recipient_type',
  'amount',
  'note',
  'email',
  'usertag',
  'id',
  'count',
];
const body = fc.tuple(
  fc.dictionary(fc.constantFrom(...fields, 'flag', 'pin', 'constructor', 'other'), value),
  fc.option(fc.record({ recipient: fc.constant('ada'), amount: fc.constant('5.00') }), { nil: {} }),
);

describe('A compiled DTO', () => {
  const pipe = validationPipe();
  const outcomeOf = async (metatype: new () => object, input: object) => {
    try {
      const dto = (await pipe.transform(structuredClone(input), { type: 'body', metatype })) as InstanceType<
        typeof Slow
      >;
      return { passes: Object.assign({ limit: dto.limit }, dto), isInstance: dto instanceof metatype };
    } catch (error) {
      return { refused: (error as DomainError).extra };
    }
  };

  it('reads and refuses any input exactly as the same DTO that is not compiled', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(body, async ([some, rest]) => {
        const input = { ...some, ...rest };
        const [fast, slow] = [await outcomeOf(Fast, input), await outcomeOf(Slow, input)];
        expect(fast).toEqual(slow);
        if ('passes' in fast) passed += 1;
      }),
      { numRuns: 3000 },
    );
    expect(passed).toBeGreaterThan(100);
  });

  it('reads valid input itself and leaves other input to class-validator', () => {
    expect(readCompiled(Fast, { recipient: ' ada ', amount: 5, other: 1 })).toEqual({
      recipient: 'ada',
      amount: 5,
    });
    expect(readCompiled(Fast, { recipient: 'ada', amount: -5 })).toBeNull();
    expect(readCompiled(Fast, { recipient: 'ada' })).toBeNull();
    expect(readCompiled(Fast, { recipient: ['ada'], amount: 5 })).toBeNull();
    expect(readCompiled(Slow, { recipient: 'ada', amount: 5 })).toBeNull();
    expect(readCompiled(Fast, undefined)).toBeNull();
  });

  it('must not have rules other than those of its field decorators', () => {
    class Mixed {
      @Text() one: string;
      @IsString() two: string;
    }
    expect(() => Compiled()(Mixed)).toThrow('Mixed has rules of its own');
  });
});
