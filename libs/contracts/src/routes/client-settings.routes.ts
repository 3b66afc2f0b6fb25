import { z } from 'zod';
import { defineRoute } from './route.js';

/** Empty until settings are saved. */
export const getClientSettings = defineRoute({
  method: 'GET',
  path: '/api/v0/clientsettings',
  level: 'guest',
  summary: 'Settings of a page, as another one left them here',
  data: z.record(z.string(), z.unknown()),
});
export const putClientSettings = defineRoute({
  method: 'PUT',
  path: '/api/v0/clientsettings',
  level: 'admin',
  summary: 'Leave the settings of this page for others',
  body: z.record(z.string(), z.unknown()),
  errors: { 'invalid-input': 400 },
});
