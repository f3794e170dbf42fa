import type { Reply, Service } from './service';
import { type Expected, fingerprintOf, type Request, type World } from './world';

/**
 * Sends a request to the service and compares its response with the model's. A stored key returns the first response
 * byte for byte and moves nothing, another request under it is refused, and the books decide all others. A frozen account
 * is refused everything.
 */
export async function ask(
  world: World,
  service: Service,
  request: Request,
  key: string | null,
): Promise<Reply> {
  const { account, call } = request;
  const isFrozen = account === world.frozen;
  const memory = key === null || isFrozen ? null : world.remembered(request, key);
  const reply = await service.call({
    ...call,
    method: 'POST',
    ...(request.byPerson && !isFrozen
      ? await service.signedInAs(account)
      : { apiKey: service.keys[account]! }),
    ...(key !== null && { idempotencyKey: key }),
  });
  if (isFrozen) {
    meets(reply, refused(401, 'INVALID_API_KEY'));
    return reply;
  }
  if (memory && memory.fingerprint !== fingerprintOf(request)) {
    meets(reply, { status: 409, code: 'IDEMPOTENCY_CONFLICT', remembered: false });
    return reply;
  }
  if (memory) {
    expect({ text: reply.text, status: reply.status, replayed: reply.replayed }).toEqual({
      text: memory.reply.text,
      status: memory.reply.status,
      replayed: true,
    });
    return reply;
  }
  const expected = request.decide();
  meets(reply, expected);
  expect(reply.replayed).toBe(false);
  expected.learn?.(reply);
  if (key !== null && (!('code' in expected) || expected.remembered)) world.remember(key, request, reply);
  return reply;
}

export function meets(reply: Reply, expected: Expected): void {
  if ('code' in expected) {
    expect({ status: reply.status, code: reply.body.error_code, body: reply.body }).toMatchObject({
      status: expected.status,
      code: expected.code,
      body: { success: false },
    });
  } else {
    expect({ status: reply.status, body: reply.body }).toMatchObject({
      status: 200,
      body: { success: true, ...expected.fields },
    });
  }
}

export const refused = (status: number, code: string, remembered = false): Expected => ({
  status,
  code,
  remembered,
});

/** Smallest units as decimal text, and as the JSON number of a response. */
export function text(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
export const number = (minor: bigint): number => Number(text(minor));
