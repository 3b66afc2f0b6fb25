import { Client } from 'pg';

const RealDate = Date;

/** Everything that a statement of the API reads as the present time, this much later. Timers stay real. */
const INSTALL = `
  CREATE SCHEMA shifted;
  CREATE TABLE shifted.clock (ahead interval NOT NULL);
  INSERT INTO shifted.clock VALUES ('0');
  CREATE FUNCTION shifted.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT pg_catalog.now() + ahead FROM shifted.clock';
  CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM shifted.clock';
  DO $$
    DECLARE c record;
    BEGIN
      FOR c IN SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_default LIKE '%now()%'
      LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT shifted.now()', c.table_name, c.column_name);
      END LOOP;
      EXECUTE format('ALTER DATABASE %I SET search_path = shifted, pg_catalog, public', current_database());
    END $$;`;

/**
 * One clock for this process and one database, which a spec sets. It runs at the speed of the real one. Jest's own fake
 * clock would stand still between two steps, and PostgreSQL would not follow it.
 */
export class ShiftedClock {
  private aheadMs = 0;

  private constructor(private readonly db: Client) {}

  /** @param databaseUrl a migrated database that nothing else uses yet */
  static async start(databaseUrl: string): Promise<ShiftedClock> {
    const db = new Client({ connectionString: databaseUrl });
    await db.connect();
    await db.query(INSTALL);
    const clock = new ShiftedClock(db);
    const ahead = (): number => RealDate.now() + clock.aheadMs;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, args: readonly unknown[], newTarget: NewableFunction) =>
        Reflect.construct(target, args.length === 0 ? [ahead()] : [...args], newTarget) as Date,
      get: (target, name, receiver): unknown => (name === 'now' ? ahead : Reflect.get(target, name, receiver)),
    });
    return clock;
  }

  /** The clock never goes back. */
  async goTo(at: Date): Promise<void> {
    this.aheadMs = Math.max(this.aheadMs, at.getTime() - RealDate.now());
    await this.db.query('UPDATE shifted.clock SET ahead = make_interval(secs => $1)', [this.aheadMs / 1000]);
  }

  async stop(): Promise<void> {
    globalThis.Date = RealDate;
    await this.db.end();
  }
}
