export { FlutterwaveGateway, type FlutterwaveConfig } from './flutterwave/flutterwave-gateway';
export {
  GatewaySimulatorModule,
  type GatewaySimulatorRegistration,
} from './simulator/gateway-simulator.module';
export type { GatewaySimulatorOptions, SimulatorMode, SimulatorTenant } from './simulator/simulator-settings';
