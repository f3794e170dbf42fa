export { CardGatewaysModule } from './card-gateways.module';
export { FlutterwaveGateway, type FlutterwaveConfig } from './flutterwave/flutterwave-gateway';
export { SimulatedBankModule } from './simulated-bank.module';
export { simulatorAccess } from './simulator-access';
export {
  GatewaySimulatorModule,
  type GatewaySimulatorRegistration,
} from './simulator/gateway-simulator.module';
export type { GatewaySimulatorOptions, SimulatorTenant } from './simulator/simulator-settings';
