import { expanding } from './migration.js';

/** Links for players and past logins, and what is known of a session. */
export const AddAccessLists1796021000000 = expanding('AddAccessLists1796021000000', async (q) => {
  await q.query(`ALTER TABLE operator ADD COLUMN link_epoch int NOT NULL DEFAULT 0`);
  await q.query(`ALTER TABLE operator ADD COLUMN link_guests boolean NOT NULL DEFAULT false`);
  await q.query(`ALTER TABLE session ADD COLUMN address text NOT NULL DEFAULT ''`);
  await q.query(`ALTER TABLE session ADD COLUMN agent text NOT NULL DEFAULT ''`);
  await q.query(`
    CREATE TABLE player_link (
      id         text PRIMARY KEY,
      vod_uuid   uuid NOT NULL,
      epoch      text NOT NULL,
      made_by    text NOT NULL,
      address    text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at    timestamptz
    )`);
  await q.query('CREATE INDEX player_link_by_expiry ON player_link (expires_at)');
  await q.query(`
    CREATE TABLE login_event (
      id      bigserial PRIMARY KEY,
      at      timestamptz NOT NULL,
      outcome text NOT NULL,
      address text NOT NULL,
      agent   text NOT NULL
    )`);
  await q.query('CREATE INDEX login_event_by_outcome ON login_event (outcome, id)');
});
