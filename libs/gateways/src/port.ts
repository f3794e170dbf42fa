export * from '../../deposits/src/card-gateway.port';
