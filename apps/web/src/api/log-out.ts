import { authLogout } from '#libs/contracts';
import { call } from '../lib/call.js';

export const logOut = () => call(authLogout);
