import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { localized } from '../localized.js';
import { defineRoute, NoBody } from './route.js';

/**
 * v0's answers of the auth routes have no `data` envelope. `loopback_only`: no password is set yet, and only callers on
 * the loopback interface are admitted.
 */
export const AuthState = z.object({
  authentication: z.boolean(),
  authenticated: z.boolean(),
  guest_mode: z.boolean(),
  message: localized(),
  status: z.enum(['OK', 'ERROR']),
  password_set: z.boolean(),
});
export type AuthState = z.infer<typeof AuthState>;
const Password = z
  .string()
  .min(8, fieldMessage('field.at-least-characters', { n: 8 }))
  .max(1024, fieldMessage('field.at-most-characters', { n: '1,024' }));

export const authCheck = defineRoute({
  method: 'GET',
  path: '/api/v0/auth/check',
  level: 'none',
  summary: 'State of the session; 401 with the same fields if not logged in',
  data: AuthState,
  shape: 'bare',
});
export const authLogin = defineRoute({
  method: 'POST',
  path: '/api/v0/auth/login',
  level: 'none',
  summary: 'Log in with the operator password',
  body: z.strictObject({ password: z.string().max(1024) }),
  data: z.object({ authenticated: z.boolean(), message: localized(), status: z.enum(['OK', 'ERROR']) }),
  shape: 'bare',
  errors: { 'wrong-password': 401, 'no-password': 400, 'already-in': 400, 'too-many-tries': 429 },
});
export const authLogout = defineRoute({
  method: 'POST',
  path: '/api/v0/auth/logout',
  level: 'none',
  summary: 'End this session',
  body: NoBody,
  data: z.object({ authenticated: z.literal(false), message: localized(), status: z.literal('OK') }),
  shape: 'bare',
});
/**
 * Sets the first password from another machine, with the code that Vodkeep shows at its start. Logs the caller in. After
 * that, the code is worthless.
 */
export const authFirstPassword = defineRoute({
  method: 'POST',
  path: '/api/v0/auth/first-password',
  level: 'none',
  summary: 'Set the first operator password with the code of the console',
  body: z.strictObject({ password: Password, code: z.string().max(64) }),
  errors: { 'wrong-code': 401, 'password-set': 409, 'too-many-tries': 429 },
});
/** Sets the first password from loopback, or changes it for a logged-in user (who must send `current`). */
export const authPassword = defineRoute({
  method: 'POST',
  path: '/api/v0/auth/password',
  level: 'admin',
  summary: 'Set or change the operator password',
  body: z.strictObject({ password: Password, current: z.string().max(1024).optional() }),
  errors: { 'wrong-password': 401 },
});
