/** Schema changes that older code does not notice. */
export const EXPANDING = [
  'ALTER TABLE vod ADD COLUMN mood text',
  'ALTER TABLE channel ADD COLUMN priority int NOT NULL DEFAULT 0 CHECK (priority >= 0)',
  'ALTER TABLE part ADD COLUMN serial int UNIQUE',
  'ALTER TABLE clip ADD COLUMN vod_uuid uuid REFERENCES vod (uuid) ON DELETE SET NULL',
  'CREATE TABLE vod_tag (vod_uuid uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE, tag text NOT NULL UNIQUE)',
  'CREATE INDEX file_by_role ON file (role)',
  "ALTER TABLE vod ALTER COLUMN folder SET DEFAULT 'queued'",
] as const;

/** Schema changes that break older code, each with the expected report. */
export const BREAKING = [
  ['DROP TABLE vod_watch', 'table vod_watch is gone'],
  ['ALTER TABLE keyvalue RENAME TO script_value', 'table keyvalue is gone'],
  ['ALTER TABLE vod DROP COLUMN comment', 'vod.comment is gone'],
  ['ALTER TABLE vod RENAME COLUMN comment TO remark', 'vod.comment is gone'],
  ['ALTER TABLE part ALTER COLUMN fps TYPE int', 'part.fps changes its type from real to integer'],
  [
    'ALTER TABLE vod ALTER COLUMN title TYPE varchar(9)',
    'vod.title changes its type from text to character varying(9)',
  ],
  ['ALTER TABLE vod ALTER COLUMN comment SET NOT NULL', 'vod.comment becomes NOT NULL'],
  ['ALTER TABLE job ALTER COLUMN title DROP NOT NULL', 'job.title may become NULL'],
  ['ALTER TABLE vod ALTER COLUMN folder DROP DEFAULT', 'vod.folder loses its default'],
  ['ALTER TABLE vod ADD COLUMN mood text NOT NULL', 'vod.mood is new and NOT NULL, without a default'],
  ['ALTER TABLE job ADD CHECK (pid > 0)', 'job_pid_check restricts rows of older code: CHECK ((pid > 0))'],
  [
    'ALTER TABLE part ADD COLUMN serial int NOT NULL DEFAULT 0 UNIQUE',
    'part_serial_key restricts rows of older code: CREATE UNIQUE INDEX part_serial_key ON public.part USING btree (serial)',
  ],
  [
    'CREATE UNIQUE INDEX notice_kind ON notice (lower(kind))',
    'notice_kind restricts rows of older code: CREATE UNIQUE INDEX notice_kind ON public.notice USING btree (lower(kind))',
  ],
  [
    'ALTER TABLE vod ADD FOREIGN KEY (channel_uuid) REFERENCES channel (uuid) ON DELETE CASCADE',
    'vod_channel_uuid_fkey restricts rows of older code: FOREIGN KEY (channel_uuid) REFERENCES channel(uuid) ON DELETE CASCADE',
  ],
  [
    'CREATE TABLE vod_tag (vod_uuid uuid REFERENCES vod (uuid))',
    'vod_tag_vod_uuid_fkey keeps older code from deleting rows of vod',
  ],
  [
    'ALTER TABLE notice DROP CONSTRAINT notice_key_key',
    'notice_key_key is gone: CREATE UNIQUE INDEX notice_key_key ON public.notice USING btree (key)',
  ],
  ['DROP FUNCTION vod_weight', 'function vod_weight(vod) bigint is gone'],
  ['DROP TRIGGER file_summed ON file', 'trigger file_summed of file is gone'],
] as const;
