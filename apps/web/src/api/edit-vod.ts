import { editVod as route, type VodEdit } from '#libs/contracts';
import { type z } from 'zod';
import { call } from '../lib/call.js';

export const editVod = (uuid: string, body: z.input<typeof VodEdit>) => call(route, { params: { uuid }, body });
