import { Counter, Gauge } from 'prom-client';

export const openFaults = new Gauge({
  name: 'ledger_faults_open',
  help: 'Faults in the books that are not cleared; target 0',
});

export const faultsFound = new Counter({
  name: 'ledger_faults_total',
  help: 'Faults in the books found by this process',
});

export const rollupFaultsFound = new Counter({
  name: 'ledger_rollup_faults_total',
  help: 'Rollups that differed from the journal and were built again by this process; target 0',
});

/** Does not increase while the running proof is stuck. */
export const stepsProved = new Counter({
  name: 'ledger_proof_steps_total',
  help: 'Steps of the running proof of the books',
  labelNames: ['walk'],
});
