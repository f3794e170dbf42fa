import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Module,
  Post,
  Req,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from 'nest-express';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IsNumber, IsOptional, IsPositive, IsString, Length, Matches } from 'class-validator';
import { ENTITIES, Session } from './plain/entities';
import { SessionGuard } from './plain/session.guard';
import { PlainTransfers } from './plain/transfers';

class TransferBody {
  @IsString() @Length(1, 254) recipient: string;
  @IsNumber({ maxDecimalPlaces: 2 }) @IsPositive() amount: number;
  @IsOptional() @IsString() @Length(1, 500) note?: string;
  @Matches(/^\d{4}$/) pin: string;
}

@Controller()
class TransferController {
  constructor(private readonly transfers: PlainTransfers) {}

  @Get('health')
  health(): object {
    return { status: 'ok' };
  }

  @Post('transfer')
  @HttpCode(200)
  @UseGuards(SessionGuard)
  async transfer(
    @Req() { userId }: { userId: string },
    @Headers('x-idempotency-key') key: string,
    @Body() { recipient, amount, note, pin }: TransferBody,
  ): Promise<object> {
    const amountMinor = BigInt(Math.round(amount * 100));
    const body = await this.transfers.transfer({
      from: userId,
      recipient,
      amountMinor,
      note: note ?? null,
      pin,
      key,
    });
    return JSON.parse(body) as object;
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL,
      entities: ENTITIES,
      extra: { max: 20 },
    }),
    TypeOrmModule.forFeature([Session]),
  ],
  controllers: [TransferController],
  providers: [PlainTransfers],
})
class PlainService {}

/** The service to compare with: NestJS, Express and TypeORM, each used as its documentation shows. */
async function main(): Promise<void> {
  const app = await NestFactory.create(PlainService, new ExpressAdapter(), { logger: ['error'] });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  app.enableShutdownHooks();
  await app.listen(Number(process.env.PORT), '127.0.0.1');
}

void main();
