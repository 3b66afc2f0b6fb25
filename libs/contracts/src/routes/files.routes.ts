import { z } from 'zod';
import { defineRoute } from './route.js';

/** v0's path: a root and what is below it, `storage/<channel>` or `logs`. */
const Path = z.string().max(1024).optional();
const Name = z.string().max(255).optional();
const File = z.object({
  name: z.string(),
  size: z.int(),
  date: z.iso.datetime(),
  is_dir: z.boolean(),
  /** The file has a media URL for everyone who may view VODs; v0's page offers it for download. */
  is_public: z.boolean(),
  extension: z.string(),
});

const FOLDER_FAULTS = {
  'files-off': 404,
  'path-missing': 400,
  'path-invalid': 400,
  'access-denied': 400,
  'path-not-there': 400,
  'files-elsewhere': 400,
} as const;

/**
 * Only if the operator enabled it (VODKEEP_FILES_API=1, or v0's TCD_ENABLE_FILES_API=1). Omits hidden files and
 * symbolic links.
 */
export const listFiles = defineRoute({
  method: 'GET',
  path: '/api/v0/files',
  level: 'admin',
  summary: 'Files of a folder of the library (storage/...) or of the logs (logs)',
  query: z.strictObject({ path: Path }),
  data: z.object({ files: z.array(File) }),
  errors: FOLDER_FAULTS,
});
/** Refuses files of a VOD or a clip, which have their own deletion, and a log that is being written. */
export const deleteFile = defineRoute({
  method: 'DELETE',
  path: '/api/v0/files',
  level: 'admin',
  summary: 'Delete one file that belongs to no VOD and no clip',
  query: z.strictObject({ path: Path, name: Name }),
  errors: {
    ...FOLDER_FAULTS,
    'file-not-there': 400,
    'file-owned': 409,
    'log-in-use': 409,
  },
});
/** The file as an attachment, with HTTP range support. Addition to v0, which linked its public files. */
export const downloadFile = defineRoute({
  method: 'GET',
  path: '/api/v0/files/download',
  level: 'admin',
  summary: 'One file of the library or of the logs',
  query: z.strictObject({ path: Path, name: Name }),
  shape: 'raw',
  errors: {
    ...FOLDER_FAULTS,
    'file-not-there': 400,
  },
});
