export { Keyring } from './keyring.js';
export { Sealer, isSealed, type SealKey } from './sealer.js';
