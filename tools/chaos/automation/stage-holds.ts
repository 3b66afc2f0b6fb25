import { STAGE_KINDS } from '#libs/contracts';
import pg from 'pg';
import type { Stage } from './scenarios.js';

/** Class of the advisory locks; the second key is the place of the stage. */
const LOCKS = 7402;
const INSTALL = `
  CREATE OR REPLACE FUNCTION chaos_hold() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE stage int;
    BEGIN
      SELECT position INTO stage FROM vod_stage WHERE job = NEW.name AND status = 'running' LIMIT 1;
      IF stage IS NOT NULL THEN PERFORM pg_advisory_xact_lock_shared(${String(LOCKS)}, stage); END IF;
      RETURN NEW;
    END $$;
  CREATE OR REPLACE TRIGGER chaos_hold BEFORE UPDATE ON job FOR EACH ROW
    WHEN (OLD.status IN ('WAITING', 'RUNNING') AND NEW.status NOT IN ('WAITING', 'RUNNING'))
    EXECUTE FUNCTION chaos_hold();`;

/**
 * Holds stages open: the work of a stage is done, but whoever writes the end of its job waits, so that a part can be
 * killed between the effect and its record.
 */
export class StageHolds {
  private constructor(
    private readonly holder: pg.Client,
    private readonly observer: pg.Client,
  ) {}

  static async open(pgUrl: string): Promise<StageHolds> {
    const [holder, observer] = [0, 1].map(() => {
      const client = new pg.Client({ connectionString: pgUrl });
      client.on('error', () => undefined); // the installation may stop first
      return client;
    }) as [pg.Client, pg.Client];
    await Promise.all([holder.connect(), observer.connect()]);
    await observer.query(INSTALL);
    return new StageHolds(holder, observer);
  }

  async hold(stages: readonly Stage[]): Promise<void> {
    for (const stage of stages) await this.holder.query('SELECT pg_advisory_lock($1, $2)', [LOCKS, placeOf(stage)]);
  }

  /** A second call has no effect. */
  async release(stage: Stage): Promise<void> {
    await this.holder.query('SELECT pg_advisory_unlock($1, $2)', [LOCKS, placeOf(stage)]);
  }

  /** Sessions that wait to write the end of this stage. */
  async waiting(stage: Stage): Promise<number[]> {
    const { rows } = await this.observer.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = $1 AND objid = $2`,
      [LOCKS, placeOf(stage)],
    );
    return rows.map(({ pid }) => pid);
  }

  /** Ends these sessions, as the kernel ends the connections of a process that is gone. */
  async endSessions(stage: Stage): Promise<void> {
    for (const pid of await this.waiting(stage)) await this.observer.query('SELECT pg_terminate_backend($1)', [pid]);
  }

  async close(): Promise<void> {
    await Promise.all([this.holder, this.observer].map((client) => client.end().catch(() => undefined)));
  }
}

const placeOf = (stage: Stage): number => STAGE_KINDS.indexOf(stage);
