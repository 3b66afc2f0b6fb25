import { authLogin } from '#libs/contracts';
import { call } from '../lib/call.js';

export const logIn = (password: string) => call(authLogin, { body: { password } });
