import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request } from 'undici';
import type { z } from 'zod';

const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 1_000_000;

/** Reads JSON from companies that publish exchange rates. Its errors contain no address, because one contains a key. */
@Injectable()
export class RatesHttpService implements OnApplicationShutdown {
  private readonly agent = new Agent({ keepAliveTimeout: 4_000, keepAliveMaxTimeout: 4_000, connections: 2 });

  /** Throws where the company does not answer 200 with a body of this shape. */
  async get<T extends z.ZodType>(url: string, shape: T): Promise<z.infer<T>> {
    const { status, text } = await this.exchange(url);
    if (status !== 200) throw new Error(`it answered ${status}`);
    const parsed = shape.safeParse(jsonOf(text));
    if (!parsed.success)
      throw new Error(`its answer has no such shape: ${parsed.error.issues[0]?.path.join('.')}`);
    return parsed.data;
  }

  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }

  private async exchange(url: string): Promise<{ status: number; text: string }> {
    try {
      const { statusCode, body } = await request(url, {
        dispatcher: this.agent,
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: statusCode, text: await boundedText(body) };
    } catch (error) {
      const { code, name } = error as { code?: unknown; name?: unknown };
      throw new Error(`it did not answer (${typeof code === 'string' ? code : String(name)})`);
    }
  }
}

async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
