import { type DomainError, minorToText } from '@app/kernel';
import { IsString } from 'class-validator';
import * as fc from 'fast-check';
import { Compiled, readCompiled } from './compiled';
import { Amount, Bool, Int, QueryInt } from './decorators';
import { CurrencyCode, Email, OneOf, Pin, Text, Usertag, Uuid } from './text-fields';
import { Nested } from './nested';
import { validationPipe } from './pipe';

class Base {
  @CurrencyCode({ optional: true }) currency?: string;
  @QueryInt({ min: 1, max: 100, fallback: 20 }) limit: number;
}

class Place {
  @Text({ max: 20 }) town: string;
  @Int({ min: 0, max: 9, optional: true }) floor?: number;
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
    @Nested(Place) place: Place;
    @Nested(Place, { optional: true }) other?: Place;
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
const place = fc.oneof(
  { weight: 6, arbitrary: fc.record({ town: fc.constantFrom('Lagos', ' Accra ') }) },
  { weight: 2, arbitrary: fc.dictionary(fc.constantFrom('town', 'floor', 'constructor', 'more'), value) },
  { weight: 1, arbitrary: value },
);
const valid = { recipient: fc.constant('ada'), amount: fc.constant('5.00'), place };
const body = fc.tuple(
  fc.dictionary(fc.constantFrom(...fields, 'flag', 'pin', 'constructor', 'unknown'), value),
  fc.option(fc.record({ other: place }), { nil: {}, freq: 1 }),
  fc.option(fc.record(valid), { nil: {} }),
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
      fc.asyncProperty(body, async ([some, other, rest]) => {
        const input = { ...some, ...other, ...rest };
        const [fast, slow] = [await outcomeOf(Fast, input), await outcomeOf(Slow, input)];
        expect(fast).toEqual(slow);
        if ('passes' in fast) passed += 1;
      }),
      { numRuns: 3000 },
    );
    expect(passed).toBeGreaterThan(100);
  });

  it('reads valid input itself and leaves other input to class-validator', () => {
    const input = { recipient: 'ada', amount: 5, place: { town: 'Lagos' } };
    const read = readCompiled(Fast, {
      ...input,
      recipient: ' ada ',
      place: { town: ' Lagos', more: 1 },
      more: 1,
    });
    expect(read).toEqual(input);
    expect((read as InstanceType<typeof Fast>).place).toBeInstanceOf(Place);
    expect(readCompiled(Fast, { ...input, amount: -5 })).toBeNull();
    expect(readCompiled(Fast, { ...input, amount: undefined })).toBeNull();
    expect(readCompiled(Fast, { ...input, recipient: ['ada'] })).toBeNull();
    for (const wrong of [undefined, null, [], [{ town: 'Lagos' }], 'Lagos', {}, { town: 7 }, { town: {} }])
      expect(readCompiled(Fast, { ...input, place: wrong })).toBeNull();
    expect(readCompiled(Fast, { ...input, other: { floor: 1 } })).toBeNull();
    expect(readCompiled(Slow, input)).toBeNull();
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
