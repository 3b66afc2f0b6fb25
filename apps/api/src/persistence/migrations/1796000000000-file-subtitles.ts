import { expanding } from './migration.js';

/** The WebVTT files beside a container file: a list of their keys, endings, languages, sizes and library paths. */
export const AddFileSubtitles1796000000000 = expanding('AddFileSubtitles1796000000000', async (q) => {
  await q.query(`ALTER TABLE file ADD COLUMN subtitles jsonb NOT NULL DEFAULT '[]'`);
  await q.query(`CREATE INDEX file_with_subtitles ON file (vod_uuid) WHERE subtitles <> '[]'`);
});
