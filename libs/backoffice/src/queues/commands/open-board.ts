import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { BoardVisitsService, type Invitation } from '../board-visits.service';

/** Gives a member of the staff a link to the queue board. */
export class OpenBoard extends Command<Invitation> {
  constructor(readonly caller: UserCaller) {
    super();
  }
}

@CommandHandler(OpenBoard)
export class OpenBoardHandler implements ICommandHandler<OpenBoard> {
  constructor(private readonly visits: BoardVisitsService) {}

  async execute({ caller }: OpenBoard): Promise<Invitation> {
    return this.visits.invite(caller);
  }
}
