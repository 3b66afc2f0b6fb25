import { type Quality } from '#libs/contracts';
import { type z } from 'zod';

/** What a download is offered in (v0's list); a site that has not the one picked says so. */
export const QUALITIES = [
  'best',
  '1080p60',
  '1080p',
  '720p60',
  '720p',
  '480p',
  '360p',
  '160p',
  'audio_only',
] as const satisfies readonly z.infer<typeof Quality>[];
export type QualityName = (typeof QUALITIES)[number];
