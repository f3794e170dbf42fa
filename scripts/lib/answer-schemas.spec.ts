import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readAnswers } from './answer-schemas.mjs';

const FRAME = `
  export class Answer<V = unknown> { declare readonly view: V; }
  export class Page<T, E extends object = object> { constructor(readonly data: T[], readonly extra: E) {} }
  export const GetAction = (name: string, policy: object): MethodDecorator => () => undefined;
`;

describe('The schemas of answers', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'payments-answers-'));
  afterAll(() => rmSync(root, { recursive: true }));

  /** What is read from a controller with these declarations and methods. */
  function read(methods: string, declarations = '') {
    const folder = path.join(root, 'libs/shop/src');
    mkdirSync(folder, { recursive: true });
    const compilerOptions = { strict: true, experimentalDecorators: true, target: 'es2023', types: [] };
    writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    writeFileSync(path.join(folder, 'frame.ts'), FRAME);
    writeFileSync(
      path.join(folder, 'goods.controller.ts'),
      `import { Answer, GetAction, Page } from './frame';
       ${declarations}
       export class GoodsController { ${methods} }`,
    );
    const { text, faults } = readAnswers(root);
    return { ...(JSON.parse(text) as { operations: Record<string, object>; schemas: object }), faults };
  }

  it('come from what a method returns, through promises and answers', () => {
    const { operations, schemas, faults } = read(
      `@GetAction('show', {}) async show() { return goodsView(new Date()); }
       @GetAction('buy', {}) buy(): Promise<Answer<ReturnType<typeof goodsView>>> { throw new Error(); }`,
      `function goodsView(at: Date) {
         return { at, size: 'small' as 'small' | 'large' | null, count: 1, ...(at ? { note: 'x' } : {}) };
       }`,
    );
    const shown = { kind: 'view', schema: { $ref: '#/components/schemas/Goods' } };
    expect(operations).toEqual({ 'GoodsController.buy': shown, 'GoodsController.show': shown });
    expect(schemas).toEqual({
      Goods: {
        type: 'object',
        required: ['at', 'size', 'count'],
        properties: {
          note: { type: 'string' },
          at: { type: 'string', format: 'date-time' },
          size: { type: ['string', 'null'], enum: ['large', 'small', null] },
          count: { type: 'number' },
        },
      },
    });
    expect(faults).toEqual([]);
  });

  it('know lists and pages with their further fields', () => {
    const { operations } = read(
      `@GetAction('list', {}) list(): string[] { return []; }
       @GetAction('page', {}) page() { return new Page([1], { unread: 2 }); }
       @GetAction('none', {}) none(): void {}`,
    );
    expect(operations).toEqual({
      'GoodsController.list': { kind: 'list', schema: { type: 'string' } },
      'GoodsController.none': { kind: 'empty' },
      'GoodsController.page': {
        kind: 'page',
        schema: { type: 'number' },
        extra: { type: 'object', required: ['unread'], properties: { unread: { type: 'number' } } },
      },
    });
  });

  it('are missing where a type has no fields, except in the places that the list allows', () => {
    const { faults } = read(
      `@GetAction('open', {}) open(): { inner: unknown; metadata: object } { return { inner: 1, metadata: {} }; }
       @GetAction('big', {}) big() { return { total: 1n }; }
       @GetAction('page', { hidden: true }) page(): object { return {}; }`,
    );
    expect(faults).toEqual([
      'GoodsController.open.inner has a type without fields',
      'GoodsController.big.total has the type bigint, which is no JSON',
    ]);
  });
});
