import { SetMetadata } from '@nestjs/common';

/** The host's own guards let these routes through: the simulator checks its keys itself. */
export const SimulatorRoute = () => SetMetadata('policy', { public: true });
