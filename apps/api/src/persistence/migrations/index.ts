import { BaseSchema1795910400000 } from './1795910400000-base-schema.js';
import { AddJobFollowing1795960200000 } from './1795960200000-job-following.js';
import { AddPartNotices1795975200000 } from './1795975200000-part-notices.js';
import { AddUnknownSince1795999200000 } from './1795999200000-unknown-since.js';
import { AddFileSubtitles1796000000000 } from './1796000000000-file-subtitles.js';
import { AddSourceNetwork1796010000000 } from './1796010000000-source-network.js';
import { AddAccessLists1796021000000 } from './1796021000000-access-lists.js';
import { AddSourceAddress1796040000000 } from './1796040000000-source-address.js';
import { AddCleanupReview1796050000000 } from './1796050000000-cleanup-review.js';
import { AddVodStages1796100000000 } from './1796100000000-vod-stages.js';
import { AddNotifications1796110000000 } from './1796110000000-notifications.js';
import { AddStoredChecks1796130000000 } from './1796130000000-stored-checks.js';
import { AddCleanupSafety1796140000000 } from './1796140000000-cleanup-safety.js';
import { AddClipChecks1796150000000 } from './1796150000000-clip-checks.js';

/** In the order of their numbers. */
export const MIGRATIONS = [
  BaseSchema1795910400000,
  AddJobFollowing1795960200000,
  AddPartNotices1795975200000,
  AddUnknownSince1795999200000,
  AddFileSubtitles1796000000000,
  AddSourceNetwork1796010000000,
  AddAccessLists1796021000000,
  AddSourceAddress1796040000000,
  AddCleanupReview1796050000000,
  AddVodStages1796100000000,
  AddNotifications1796110000000,
  AddStoredChecks1796130000000,
  AddCleanupSafety1796140000000,
  AddClipChecks1796150000000,
] as const;

/**
 * Base schemas of earlier versions that changed under the same name, so the name does not identify the schema of a
 * database. A database with one of them cannot be upgraded.
 */
export const OLD_BASES: readonly string[] = ['BaseSchema1764374400000'];
