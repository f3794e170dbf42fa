import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Config } from '@app/config';
import { type JwtPayload, verify } from 'jsonwebtoken';
import { IsNull, type Repository } from 'typeorm';
import { ACCESS_TOKEN } from '../../libs/accounts/src/sessions/access-token.policy';
import { accessTokenKey } from '../../libs/accounts/src/sessions/access-tokens.service';
import { Session } from './entities';

const { algorithm, issuer, audience } = ACCESS_TOKEN;

/** Verifies the access token and checks that its session is still active. */
@Injectable()
export class SessionGuard implements CanActivate {
  private readonly key = accessTokenKey(Config.from({}));

  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<{
      headers: { authorization?: string };
      userId?: string;
    }>();
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { sub, sid } = verify(token, this.key, {
      algorithms: [algorithm],
      issuer,
      audience,
    }) as JwtPayload & { sid: string };
    if (!(await this.sessions.findOneBy({ id: sid, userId: sub, endedAt: IsNull() })))
      throw new UnauthorizedException();
    request.userId = sub;
    return true;
  }
}
