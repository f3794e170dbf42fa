import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard } from '@nestjs/throttler';
import { Config } from '@app/config';
import { PostAction, WireController } from '@app/http';
import { SystemClock } from '@app/kernel';
import { policyOf } from '../../libs/http/src/access/policy';
import { MemoryRateLimitStorage } from '../../libs/http/src/limits/memory-rate-limit.storage';
import { RateLimitGuard } from '../../libs/http/src/admission/rate-limit.guard';
import { throttlers } from '../../libs/http/src/admission/throttlers';
import type { Scene, Variant } from '../support/figures';

const IN_FLIGHT = 64;
const USERS = 1000;

@WireController('echo.php')
class EchoController {
  @PostAction('transfer', { summary: 'Echo', credentials: ['session'], rate: 'money' })
  transfer(): void {}
}

const handler = EchoController.prototype.transfer;
const policy = policyOf(handler)!;
const reply = { getHeader: () => undefined, headers: () => reply };

function contextOf(user: number): ExecutionContextHost {
  const caller = { kind: 'user', userId: `user-${user}` };
  const request = {
    caller,
    policy,
    clientAddress: '203.0.113.7',
    url: '/api/echo.php/transfer',
    headers: {},
  };
  return new ExecutionContextHost([request, reply], EchoController, handler);
}

/** The rate limit guard without HTTP: its own `canActivate`, and the one inherited from ThrottlerGuard. */
export async function throttlerScene(): Promise<Scene> {
  const config = Config.from({ RATE_LIMITS: 'false' });
  const storage = new MemoryRateLimitStorage(new SystemClock(), config.env.RATE_LIMITS);
  const guard = new RateLimitGuard({ throttlers: throttlers(), storage }, storage, new Reflector(), config);
  await guard.onModuleInit();

  const variant = (figure: string, { canActivate }: Pick<ThrottlerGuard, 'canActivate'>): Variant => ({
    figures: [figure],
    async measure(seconds) {
      const end = performance.now() + seconds * 1000;
      let requests = 0;
      for (; performance.now() < end; requests += IN_FLIGHT) {
        const together = Array.from({ length: IN_FLIGHT }, (_, n) =>
          canActivate.call(guard, contextOf((requests + n) % USERS)),
        );
        await Promise.all(together);
      }
      return [requests / seconds];
    },
  });
  return {
    variants: [variant('own', RateLimitGuard.prototype), variant('inherited', ThrottlerGuard.prototype)],
    close: () => Promise.resolve(),
  };
}
