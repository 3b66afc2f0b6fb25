/**
 * All functions and triggers of the database, and the one index on a function. They run after the tables exist.
 *
 * The triggers maintain the counts of `channel_count` and `vod.file_bytes` in the transaction that changes a row, so a
 * list of channels costs the same with ten VODs and with a hundred thousand. They run once per statement: a count is
 * written once, no matter how many rows of a channel the statement changes. `come` are the new rows, `gone` the old
 * ones.
 */
type Rows = 'come' | 'gone';

/** Clips of channels that are not followed count for the nil UUID. */
const NO_CHANNEL = "'00000000-0000-0000-0000-000000000000'::uuid";
const KINDS = ['segments', 'files', 'chat', 'other', 'clips', 'local'] as const;
const COUNTS = ['vods', 'archived', ...KINDS] as const;
type Counts = Partial<Record<(typeof COUNTS)[number], string>>;

const signOf = (rows: Rows): string => (rows === 'come' ? '1' : '-1');
const list = (columns: readonly string[], text: (column: string) => string, separator = ', '): string =>
  columns.map(text).join(separator);
const addTo = (columns: readonly string[]): string =>
  list(columns, (column) => `${column} = c.${column} + excluded.${column}`);

/** The amount that each row adds to the counts of its channel; counts that are not named are 0. */
const counted =
  (channel: string, counts: Counts) =>
  (rows: Rows): string =>
    `SELECT ${channel} AS channel_uuid, ${COUNTS.map((count) => `${signOf(rows)} * (${counts[count] ?? '0'}) AS ${count}`).join(', ')}
    FROM ${rows}`;

/** Ordered by channel, so that two statements that change many channels wait for each other instead of deadlocking. */
const addToChannels = (changes: string): string => `INSERT INTO channel_count AS c (channel_uuid, ${COUNTS.join(', ')})
    SELECT channel_uuid, ${list(COUNTS, (count) => `SUM(${count})`)}
    FROM (${changes}) changes
    GROUP BY channel_uuid
    HAVING ${list(COUNTS, (count) => `SUM(${count}) <> 0`, ' OR ')}
    ORDER BY channel_uuid
    ON CONFLICT (channel_uuid) DO UPDATE SET ${addTo(COUNTS)}`;

const fileBytes = (rows: Rows): string =>
  `SELECT vod_uuid, ${signOf(rows)} * CASE WHEN deleted OR missing_since IS NOT NULL THEN 0 ELSE size_bytes END AS bytes FROM ${rows}`;
const addToVods = (changes: string): string => `UPDATE vod SET file_bytes = file_bytes + w.bytes
    FROM (SELECT vod_uuid, SUM(bytes) AS bytes FROM (${changes}) changes GROUP BY vod_uuid HAVING SUM(bytes) <> 0) w
    WHERE vod.uuid = w.vod_uuid`;

/** Function and triggers of a table whose rows are inserted, deleted and updated. */
const onEveryChange = (table: string, changes: (rows: Rows) => string, write: (changes: string) => string): string => `
CREATE FUNCTION ${table}_summed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN ${write(changes('come'))};
  ELSIF TG_OP = 'DELETE' THEN ${write(changes('gone'))};
  ELSE ${write(`${changes('gone')} UNION ALL ${changes('come')}`)}; END IF;
  RETURN NULL; END $$;
CREATE TRIGGER ${table}_summed AFTER UPDATE ON ${table}
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ${table}_summed();
${insertAndDeleteTriggers(table)}`;

/** Function and triggers of a table whose rows are only inserted and deleted. */
const onComeAndGo = (table: string, write: (rows: Rows) => string): string => `
CREATE FUNCTION ${table}_summed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN ${write('come')}; ELSE ${write('gone')}; END IF;
  RETURN NULL; END $$;
${insertAndDeleteTriggers(table)}`;

const insertAndDeleteTriggers = (table: string): string => `CREATE TRIGGER ${table}_summed_come AFTER INSERT ON ${table}
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ${table}_summed();
CREATE TRIGGER ${table}_summed_gone AFTER DELETE ON ${table}
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ${table}_summed();`;

const LEAVING = ['segments', 'files', 'chat', 'other'];

/** Functions, then the triggers of each table. */
export const FUNCTIONS = `
-- Words of title and name, for the search of VODs by text.
CREATE FUNCTION vod_words(title text, basename text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, title || ' ' || translate(basename, '_-.', '   ')) $$;
CREATE INDEX vod_by_words ON vod USING gin (vod_words(title, basename));

-- Bytes of a VOD on storage. The trigger of vod adds up the same by kind.
CREATE FUNCTION vod_weight(v vod) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT v.bytes + v.copy_bytes + v.file_bytes
    + COALESCE((v.chat -> 'file' ->> 'sizeBytes')::bigint, 0) + COALESCE((v.downloaded_chat ->> 'sizeBytes')::bigint, 0)
    + v.rest_bytes $$;

-- channel_count: what VODs, clips and local videos have.
${onEveryChange(
  'vod',
  counted('channel_uuid', {
    vods: '1',
    archived: '(archived_at IS NOT NULL)::int',
    segments: 'bytes + copy_bytes',
    files: 'file_bytes',
    chat: "COALESCE((chat -> 'file' ->> 'sizeBytes')::bigint, 0) + COALESCE((downloaded_chat ->> 'sizeBytes')::bigint, 0) + rest_bytes - other_bytes",
    other: 'other_bytes',
  }),
  addToChannels,
)}
${onEveryChange(
  'clip',
  counted(`COALESCE(channel_uuid, ${NO_CHANNEL})`, {
    clips: 'CASE WHEN missing_since IS NULL THEN size_bytes ELSE 0 END',
  }),
  addToChannels,
)}
${onEveryChange('local_video', counted('channel_uuid', { local: 'size_bytes' }), addToChannels)}

-- channel_count: what deleted VODs still have on storage.
${onComeAndGo(
  'leaving_vod',
  (rows) => `INSERT INTO channel_count AS c (channel_uuid, ${LEAVING.join(', ')})
    SELECT channel_uuid, ${list(LEAVING, (kind) => `${signOf(rows)} * SUM(${kind})`)}
    FROM ${rows} GROUP BY channel_uuid ORDER BY channel_uuid
    ON CONFLICT (channel_uuid) DO UPDATE SET ${addTo(LEAVING)}`,
)}

-- vod.file_bytes: files that are on storage, and deleted ones whose objects are.
${onEveryChange('file', fileBytes, addToVods)}
${onComeAndGo(
  'due_object',
  (rows) => `UPDATE vod SET file_bytes = file_bytes + w.bytes
    FROM (SELECT vod_uuid, ${signOf(rows)} * SUM(bytes) AS bytes FROM ${rows} GROUP BY vod_uuid HAVING SUM(bytes) <> 0) w
    WHERE vod.uuid = w.vod_uuid`,
)}
`;
