import { deleteSegment as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** @param index its place among the segments of the VOD */
export const deleteSegment = (uuid: string, index: number, keepEntry: boolean) =>
  call(route, { params: { uuid }, query: { segment: String(index), keep_entry: keepEntry ? '1' : '0' } });
