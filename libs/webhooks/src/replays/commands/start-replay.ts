import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '@app/write-path';
import { Clock, DomainError, uuidv7 } from '@app/kernel';
import type { Selection } from '../replay.policy';
import { ReplaysQueries } from '../replays.queries';

export interface StartedReplay {
  id: string;
  total: number;
}

/** Starts to send past events to one endpoint. Only one replay per endpoint runs at a time. */
export class StartReplay extends Command<StartedReplay> {
  constructor(readonly selection: Selection) {
    super();
  }
}

@CommandHandler(StartReplay)
export class StartReplayHandler implements ICommandHandler<StartReplay> {
  constructor(
    private readonly replays: ReplaysQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ selection }: StartReplay): Promise<StartedReplay> {
    const { lastSequence, total } = await this.replays.count(selection);
    const { endpointId, appId, since, until, types, standing } = selection;
    const now = this.clock.now();
    const id = uuidv7(now);
    this.unit.stage({
      sql: `INSERT INTO webhook_replays (id, endpoint_id, app_id, since, until, types, standing, state, position, last_sequence,
                                         total, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', 0, $8, $9, $10)`,
      parameters: [id, endpointId, appId, since, until, types, standing, lastSequence, total, now],
      refusals: { webhook_replays_one_at_a_time: running },
    });
    return { id, total };
  }
}

function running(): DomainError {
  return new DomainError('conflict', 'CONFLICT', 'A replay to this endpoint is still running.');
}
