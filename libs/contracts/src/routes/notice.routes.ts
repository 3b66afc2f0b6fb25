import { z } from 'zod';
import { Notice } from '../entities/notice.js';
import { defineRoute } from './route.js';

const NoticeId = z.strictObject({ id: z.string().max(64) });

export const listNotices = defineRoute({
  method: 'GET',
  path: '/api/v0/notices',
  level: 'admin',
  summary: 'Notices that are not dismissed, newest first',
  data: z.array(Notice),
});
export const dismissNotice = defineRoute({
  method: 'DELETE',
  path: '/api/v0/notices/:id',
  level: 'admin',
  summary: 'Dismiss a notice',
  params: NoticeId,
  errors: { 'notice-missing': 404 },
});
