export { type ProxiedSim, type ProxyCall } from './proxy-door.js';
export { startSimProxy, type SimProxy, type SimProxyOptions } from './start-sim-proxy.js';
