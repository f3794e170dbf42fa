import { Config } from './config';
import { reportStartFault } from './configuration-fault';

/** `npm start` runs this before its long steps. The exit code is 1 if the environment has a fault. */
try {
  Config.from(process.env);
} catch (error) {
  reportStartFault(error);
  process.exitCode = 1;
}
