import { dropSubscription as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const dropSubscription = (id: string) => call(route, { params: { sub_id: id } });
