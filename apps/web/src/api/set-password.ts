import { authPassword } from '#libs/contracts';
import { call } from '../lib/call.js';

export const setPassword = (body: { readonly password: string; readonly current?: string }) =>
  call(authPassword, { body });
