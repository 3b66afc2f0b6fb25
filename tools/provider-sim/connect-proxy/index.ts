export { type ProxiedSim, type ProxyCall } from './proxy-access.js';
export { startSimProxy, type SimProxy, type SimProxyOptions } from './start-sim-proxy.js';
