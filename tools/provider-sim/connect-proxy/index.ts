export { startSimProxy, type SimProxy, type SimProxyOptions } from './start-sim-proxy.js';
