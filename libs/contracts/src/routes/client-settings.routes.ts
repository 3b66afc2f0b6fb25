import { z } from 'zod';
import { defineRoute } from './route.js';

/** Empty until settings are saved. */
export const getClientSettings = defineRoute({
  method: 'GET',
  path: '/api/v0/clientsettings',
  level: 'guest',
  summary: 'Stored settings of the page',
  data: z.record(z.string(), z.unknown()),
});
export const putClientSettings = defineRoute({
  method: 'PUT',
  path: '/api/v0/clientsettings',
  level: 'admin',
  summary: 'Store the settings of this page for other browsers',
  body: z.record(z.string(), z.unknown()),
  errors: { 'invalid-input': 400 },
});
