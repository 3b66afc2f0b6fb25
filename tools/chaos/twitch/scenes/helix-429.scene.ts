import { helixFails } from './helix-fails.js';

export const helix429 = helixFails('429');
