import { type DescribedOperation, type Examples, withExamples } from './examples';

const OPERATION: DescribedOperation = {
  operationId: 'sessionsExpire',
  parameters: [
    { name: 'wait', in: 'query' },
    { name: 'session_id', in: 'header' },
  ],
  requestBody: { content: { 'application/json': { schema: {} } } },
  responses: {
    200: { description: 'Done', content: { 'application/json': {}, 'text/csv': {} } },
    '4XX': { description: 'Refused', content: { 'application/json': {} } },
  },
};

const EXAMPLES: Examples = {
  values: { session: 'cs_test_a', count: 4 },
  requests: {
    sessionsExpire: { query: { wait: '{{count}}' }, body: { rows: [{ session_id: '{{session}}' }] } },
  },
  answers: {
    sessionsExpire: { status: 200, type: 'application/json', body: { success: true } },
    'checkout sessionsExpire': { status: 200, type: 'application/json', body: { success: true, live: true } },
  },
};

const on = (host: 'sandbox' | 'checkout', examples = EXAMPLES) =>
  withExamples(OPERATION, host, 'public', examples);
const bodyOn = (host: 'sandbox' | 'checkout') => on(host).requestBody!.content['application/json'];

describe('The examples of an operation', () => {
  it('have constants in place of references, with the mode of the host', () => {
    expect(bodyOn('sandbox')).toEqual({ schema: {}, example: { rows: [{ session_id: 'cs_test_a' }] } });
    expect(bodyOn('checkout')).toMatchObject({ example: { rows: [{ session_id: 'cs_live_a' }] } });
    expect(on('sandbox').parameters).toEqual([
      { name: 'wait', in: 'query', example: 4 },
      { name: 'session_id', in: 'header' },
    ]);
  });

  it('show the answer of the host under its status and type', () => {
    const answered = (host: 'sandbox' | 'checkout') => on(host).responses['200']!.content;
    expect(answered('sandbox')).toEqual({
      'application/json': { example: { success: true } },
      'text/csv': {},
    });
    expect(answered('checkout')['application/json']).toEqual({ example: { success: true, live: true } });
    expect(on('sandbox').responses['4XX']).toEqual(OPERATION.responses['4XX']);
  });

  it('leave an operation without them as it is', () => {
    expect(on('sandbox', { values: {}, requests: {}, answers: {} })).toEqual(OPERATION);
  });

  it('are refused if a reference has no value', () => {
    expect(() => on('sandbox', { ...EXAMPLES, values: {} })).toThrow('no value for {{count}}');
  });
});
