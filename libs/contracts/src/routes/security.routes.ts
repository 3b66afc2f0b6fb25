import { z } from 'zod';
import { defineRoute } from './route.js';

const time = z.iso.datetime();
const Id = z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/) });

/** A login of the operator. `address` and `agent` are empty if they are not known. */
export const SessionView = z.object({
  id: z.string(),
  /** Whether it is the login that asks. */
  current: z.boolean(),
  created_at: time,
  /** Accurate to an hour. */
  used_at: time,
  expires_at: time,
  address: z.string(),
  agent: z.string(),
});
/** `machine`: the machine itself while no password was set. */
export const LinkMaker = z.enum(['operator', 'guest', 'machine']);
export type LinkMaker = z.infer<typeof LinkMaker>;
/** A link for a player that works now; `used_at` is accurate to a minute. */
export const PlayerLinkView = z.object({
  id: z.string(),
  vod_uuid: z.uuid(),
  /** Null: the VOD is deleted. */
  title: z.string().nullable(),
  made_by: LinkMaker,
  address: z.string(),
  created_at: time,
  expires_at: time,
  used_at: time.nullable(),
});
export const LoginOutcome = z.enum(['ok', 'wrong-password']);
export type LoginOutcome = z.infer<typeof LoginOutcome>;
export const LoginEventView = z.object({ at: time, outcome: LoginOutcome, address: z.string(), agent: z.string() });

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/v0/auth/sessions',
  level: 'admin',
  summary: 'Logins that have not ended, the one that was used last first',
  data: z.array(SessionView),
});
export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/v0/auth/sessions/:id',
  level: 'admin',
  summary: 'End a login and close its live updates',
  params: Id,
  errors: { 'session-missing': 404 },
});
export const listPlayerLinks = defineRoute({
  method: 'GET',
  path: '/api/v0/auth/links',
  level: 'admin',
  summary: 'Links for players that work now, newest first',
  data: z.array(PlayerLinkView),
});
export const endPlayerLink = defineRoute({
  method: 'DELETE',
  path: '/api/v0/auth/links/:id',
  level: 'admin',
  summary: 'End a link, with all addresses of segments and files that were given out with it',
  params: Id,
  errors: { 'link-missing': 404 },
});
export const listLogins = defineRoute({
  method: 'GET',
  path: '/api/v0/auth/history',
  level: 'admin',
  summary: 'The newest 100 logins and the newest 100 wrong passwords, newest first',
  data: z.array(LoginEventView),
});
