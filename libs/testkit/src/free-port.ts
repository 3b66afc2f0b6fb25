export { freePort } from '../../../tools/supervisor/ports.js';
