import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { PublicPageBody } from '@app/checkout';
import { PlanId } from '../plans/plans.dto';
import { SubscriberDto } from '../subscriptions/subscriptions.dto';

export class SubscribePublicBody extends PublicPageBody {
  @PlanId()
  plan_id: string;

  @ApiProperty({ type: SubscriberDto })
  @IsObject({ message: 'customer must be an object.' })
  @ValidateNested()
  @Type(() => SubscriberDto)
  customer: SubscriberDto;
}
