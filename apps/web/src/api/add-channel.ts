import { type NewChannel, addChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const addChannel = (body: NewChannel) => call(route, { body });
