export { GatewaySimulatorModule, type GatewaySimulatorRegistration } from './gateway-simulator.module';
export {
  type GatewaySimulatorOptions,
  type SimulatorTenant,
  type SimulatedWallet,
} from './common/simulator-settings.service';
export { SimulatedBankModule, simulatorOptions } from './simulated-bank.module';
