import { fixIssues as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const fixIssues = (uuid: string) => call(route, { params: { uuid } });
