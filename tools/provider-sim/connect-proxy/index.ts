export {
  startSimProxy,
  type ProxiedSim,
  type ProxyCall,
  type SimProxy,
  type SimProxyOptions,
} from './start-sim-proxy.js';
