import { type QueryRunner } from 'typeorm';
import { expanding } from './migration.js';

/**
 * Receivers of notifications, which category each gets, the texts, and one row per message to a receiver. The receivers of
 * v0 always exist; what `notification_category` holds for them becomes rules. A problem is shown in open pages unless the
 * operator has chosen otherwise. Older code continues to use `notification_category`.
 */
export const AddNotifications1796110000000 = expanding('AddNotifications1796110000000', async (q) => {
  await q.query(`
    CREATE TABLE notification_receiver (
      id         text PRIMARY KEY,
      kind       text NOT NULL,
      name       text NOT NULL,
      is_on      boolean NOT NULL,
      is_quiet   boolean NOT NULL,                          -- its messages wait until the quiet hours end
      config     text,                                      -- sealed; NULL: the settings hold it
      created_at timestamptz NOT NULL
    )`);
  await q.query(`
    CREATE TABLE notification_rule (
      receiver_id  text NOT NULL REFERENCES notification_receiver (id) ON DELETE CASCADE,
      category     text NOT NULL,
      channel_uuid uuid REFERENCES channel (uuid) ON DELETE CASCADE,  -- NULL: all channels without a rule of their own
      is_on        boolean NOT NULL,
      UNIQUE NULLS NOT DISTINCT (receiver_id, category, channel_uuid)
    )`);
  await q.query(`
    CREATE TABLE notification_template (
      category text PRIMARY KEY,
      title    text NOT NULL,
      text     text NOT NULL,
      picture  text NOT NULL,
      link     text NOT NULL,
      speech   boolean NOT NULL
    )`);
  await q.query(`
    CREATE TABLE notification_delivery (
      id          bigserial PRIMARY KEY,                    -- the order of the messages to a receiver
      event_id    text NOT NULL,
      receiver_id text NOT NULL REFERENCES notification_receiver (id) ON DELETE CASCADE,
      event       jsonb NOT NULL,
      state       text NOT NULL DEFAULT 'waiting',          -- waiting, sent, failed
      attempts    int NOT NULL DEFAULT 0,
      created_at  timestamptz NOT NULL DEFAULT now(),
      next_at     timestamptz NOT NULL DEFAULT now(),       -- not tried before; while a try runs, when it counts as lost
      ended_at    timestamptz,
      answer      jsonb,
      UNIQUE (event_id, receiver_id)
    )`);
  await q.query(
    `CREATE INDEX notification_delivery_waiting ON notification_delivery (receiver_id, id) WHERE state = 'waiting'`,
  );
  // The version that ran last, to report another one.
  await q.query(`
    CREATE TABLE last_version (
      one     boolean PRIMARY KEY DEFAULT true CHECK (one),
      version text NOT NULL
    )`);
  await addReceivers(q);
});

async function addReceivers(q: QueryRunner): Promise<void> {
  await q.query(`
    INSERT INTO notification_receiver (id, kind, name, is_on, is_quiet, created_at)
    SELECT kind, kind, '', true, kind <> 'browser', now()
    FROM unnest(ARRAY['browser', 'telegram', 'discord', 'pushover', 'ntfy']) AS kind`);
  await q.query(`
    INSERT INTO notification_rule (receiver_id, category, channel_uuid, is_on)
    SELECT r.id, c.name, NULL, true
    FROM notification_category c
    JOIN (VALUES ('browser', 1), ('telegram', 2), ('discord', 4), ('pushover', 8), ('ntfy', 16)) AS r (id, bit)
      ON c.bits & r.bit <> 0`);
  await q.query(`
    INSERT INTO notification_rule (receiver_id, category, channel_uuid, is_on)
    SELECT 'browser', name, NULL, true
    FROM unnest(ARRAY['system', 'recordingFailed', 'diskSpace', 'selfTestFailed', 'tokenExpired']) AS name
    WHERE NOT EXISTS (SELECT 1 FROM notification_category c WHERE c.name = 'system')
    ON CONFLICT DO NOTHING`);
}
