import { helixFails } from './helix-fails.js';

export const helix500 = helixFails('500');
